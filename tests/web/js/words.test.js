import assert from "node:assert/strict";
import { test } from "node:test";

import {
  capitalize,
  describe,
  describeAction,
  describeChore,
  handState,
  offerQuestion,
  readable,
  refusalText,
  shortTitle,
  suitName,
  title,
} from "../../../src/cutcard/web/static/js/words.js";

test("a wager is called as the house calls it", () => {
  assert.equal(title("kings_bounty"), "King's Bounty");
  assert.equal(shortTitle("kings_bounty"), "Bounty");
  assert.equal(shortTitle("super_4"), "Super 4");
});

test("a name that the house has no word for is put in words", () => {
  assert.equal(title("wheel_of_the_house"), "Wheel of the House");
  assert.equal(title("of_mice"), "Of Mice");
  assert.equal(describe("suited_pair"), "Suited pair");
});

test("a sentence in place of a name is read as a sentence", () => {
  assert.equal(describe("super_4 pays 3 to 2"), "Super 4 pays 3 to 2");
  assert.equal(describe("3.5 to 1"), "3.5 to 1");
});

test("a part of a wager follows it, a house's own suffix is left out", () => {
  assert.equal(title("lucky_ladies.envy"), "Lucky Ladies Envy");
  assert.equal(title("lucky_ladies.share.of_all@pit"), "Lucky Ladies Share of All");
  assert.equal(title("mega@sevens"), "Mega");
  assert.equal(shortTitle("kings_bounty.envy@pit"), "Bounty Envy");
});

test("names that every object answers to are names like any other", () => {
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    assert.equal(typeof title(name), "string");
    assert.equal(typeof describe(name), "string");
    assert.equal(typeof describeChore(name), "string");
    assert.equal(typeof describeAction(name), "string");
    assert.equal(offerQuestion(name), undefined);
    assert.equal(handState(name), undefined);
  }
  assert.equal(title("constructor"), "Constructor");
  assert.equal(readable("the constructor_x of it"), "the constructor x of it");
});

test("an empty name is an empty word", () => {
  assert.equal(title(""), "");
  assert.equal(describe(""), "");
  assert.equal(capitalize(""), "");
});

test("chores, decisions and offers have their own words before any other", () => {
  assert.equal(describeChore("settle"), "Take and pay");
  assert.equal(describeChore("burn_card"), "Burn card");
  assert.equal(describeAction("decline"), "No, thanks");
  assert.equal(describeAction("hit"), "Hit");
  assert.equal(offerQuestion("insure"), "Insurance?");
  assert.equal(offerQuestion("hit"), undefined);
  assert.equal(handState("busted"), "bust");
  assert.equal(handState("stood"), undefined);
  assert.equal(suitName("h"), "hearts");
});

test("a sentence is left as it is but for the names in it", () => {
  assert.equal(readable("super_4 takes no more; place_bet again"), "Super 4 takes no more; bet again");
  assert.equal(readable("mega_jackpot@pit is full"), "mega jackpot is full");
  assert.equal(readable("lucky_ladies.envy pays"), "Lucky Ladies Envy pays");
  assert.equal(readable("nothing is named"), "nothing is named");
});

test("a refusal says why and by which provision", () => {
  const body = { message: "super_4: no more than $25", cite: "Ch.9 §B" };
  assert.equal(refusalText({ status: 409, body }), "Super 4: no more than $25 · Ch.9 §B");
  assert.equal(refusalText({ status: 409, body: { ...body, cite: "" } }), "Super 4: no more than $25");
});

test("a command that came too late is told kindly, whatever the house says", () => {
  assert.match(refusalText({ status: 412, body: { message: "version 7, not 6" } }), /^Too late/);
});
