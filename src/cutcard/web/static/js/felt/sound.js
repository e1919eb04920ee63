// Sounds of the table, made here and not recorded: a card is a breath of noise, a chip a short click, a
// wheel a tick, a win three notes. Off at first; the switch is remembered in this browser.
import { icon } from "../draw.js";

const KEY = "cutcard-sound";
let context = null;
let noise = null;

export const isSoundOn = () => globalThis.localStorage?.getItem(KEY) === "on";

function audio() {
  if (!context) {
    context = new AudioContext();
    noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  if (context.state === "suspended") context.resume();
  return context;
}

// A loudness that begins at once and dies away within `seconds`.
function fading(loudness, seconds, at) {
  const gain = audio().createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
}

function breath(frequency, seconds, loudness, delay = 0) {
  const at = audio().currentTime + delay;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  source.connect(filter).connect(fading(loudness, seconds, at));
  source.start(at);
  source.stop(at + seconds);
}

function tone(frequency, seconds, loudness, delay = 0, type = "sine") {
  const at = audio().currentTime + delay;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = frequency;
  source.connect(fading(loudness, seconds, at));
  source.start(at);
  source.stop(at + seconds);
}

const chip = (delay = 0) => tone(2600, 0.05, 0.12, delay, "triangle");
const SOUNDS = {
  card: () => breath(3200, 0.09, 0.25),
  chip: () => chip(),
  swept: () => [0, 0.05, 0.09].forEach(chip),
  paid: () => [0, 0.07].forEach(chip),
  left: () => {},
  wheel: () => tone(900, 0.03, 0.08, 0, "square"),
  win: () => [523, 659, 784].forEach((note, at) => tone(note, 0.35, 0.1, at * 0.09)),
  jackpot: () => [523, 659, 784, 1047, 1319].forEach((note, at) => tone(note, 0.6, 0.12, at * 0.13)),
};

export const SOUND_NAMES = Object.keys(SOUNDS).filter((name) => name !== "left");

// Nothing is heard, or even made, while it is off.
export function play(name) {
  if (isSoundOn() && globalThis.AudioContext) SOUNDS[name]();
}

export function wireSound(button) {
  const show = () => {
    button.setAttribute("aria-pressed", String(isSoundOn()));
    const text = isSoundOn() ? "Sound on" : "Sound off";
    button.setAttribute("aria-label", text);
    button.title = text;
    button.replaceChildren(icon(isSoundOn() ? "sound" : "muted"));
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, isSoundOn() ? "off" : "on");
    show();
    play("chip");
  });
  show();
}
