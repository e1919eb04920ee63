// Lets Node import the scripts of the pages: the vocabulary, which only a running house has at that
// address, is the one beside this file. Loaded before the tests by --import.
import * as module from "node:module";

const vocabulary = new URL("vocabulary.js", import.meta.url).href;

function resolve(specifier, context, next) {
  if (specifier.endsWith("/named.js")) return { url: vocabulary, shortCircuit: true };
  return next(specifier, context);
}

if (module.registerHooks) module.registerHooks({ resolve });
else {
  // Older Nodes resolve on a thread of their own, and are given the text of a module.
  const source = `const vocabulary = ${JSON.stringify(vocabulary)};\nexport ${resolve}`;
  module.register(`data:text/javascript,${encodeURIComponent(source)}`);
}
