// Loads the extension with a stand-in for the editor, and colours a file with its grammar.

const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const root = path.join(__dirname, "..");

async function testExtension() {
  const registered = [];
  const started = [];
  const vscode = {
    workspace: {
      getConfiguration: () => ({ get: (_, value) => value }),
      createFileSystemWatcher: (pattern) => pattern,
    },
    window: { showErrorMessage: (text) => assert.fail(text) },
    commands: { registerCommand: (name) => registered.push(name) },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, server, options });
    }
    async start() {
      started.push(this);
    }
    async stop() {
      started.pop();
    }
  }
  const load = Module._load;
  Module._load = function (name, ...rest) {
    if (name === "vscode") return vscode;
    if (name === "vscode-languageclient/node") return { LanguageClient };
    return load.call(this, name, ...rest);
  };
  const manifest = require(path.join(root, "package.json"));
  const extension = require(path.join(root, manifest.main));
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(started[0].server, { command: "fragma", args: ["lsp"] });
  assert.deepStrictEqual(
    registered,
    manifest.contributes.commands.map((one) => one.command)
  );
  await extension.deactivate();
  assert.strictEqual(started.length, 0);
  Module._load = load;
}

async function testGrammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      if (scope !== "source.fragma") {
        return textmate.parseRawGrammar('{"scopeName": "source.yaml", "patterns": []}', "g.json");
      }
      const file = path.join(root, "syntaxes", "fragma.tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const grammar = await registry.loadGrammar("source.fragma");
  const text = [
    "rules:",
    "  duel(player attacker, 0..9 stake): |",
    "    # why",
    "    if roll time_die == red: give(attacker, 1)",
    "    move piece on a1 to b2",
    "setup: for p in players: place king[p] on e1",
    "about: |",
    "  if you like",
  ];
  let state = textmate.INITIAL;
  const scopes = text.map((line) => {
    const found = grammar.tokenizeLine(line, state);
    state = found.ruleStack;
    return found.tokens.map((one) => [
      line.slice(one.startIndex, one.endIndex),
      one.scopes[one.scopes.length - 1],
    ]);
  });
  const has = (line, word, scope) =>
    assert.ok(
      scopes[line].some(([text, found]) => text.trim() === word && found === scope),
      `${word} in ${JSON.stringify(scopes[line])}`
    );
  has(1, "duel", "entity.name.function.fragma");
  has(1, "player", "support.type.fragma");
  has(2, "# why", "comment.line.number-sign.fragma");
  has(3, "if", "keyword.control.fragma");
  has(3, "give", "entity.name.function.fragma");
  has(4, "move", "keyword.other.statement.fragma");
  has(5, "for", "keyword.control.fragma");
  assert.ok(!JSON.stringify(scopes[7]).includes("keyword"), "a text is no script");
}

testExtension()
  .then(testGrammar)
  .then(() => console.log("the extension loads, the grammar colours"));
