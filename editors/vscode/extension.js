// The client: starts `fragma lsp` and hands the editor over to it.

const { basename } = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function setting(name, value) {
  return vscode.workspace.getConfiguration("fragma").get(name, value);
}

function command() {
  return setting("command", "fragma");
}

async function start() {
  const server = { command: command(), args: ["lsp"] };
  const files = vscode.workspace.createFileSystemWatcher("**/*.{rules,library}.yaml");
  client = new LanguageClient("fragma", "Fragma", server, {
    documentSelector: [{ language: "fragma" }],
    initializationOptions: { play: true, analyse: setting("analyse", true) },
    synchronize: { configurationSection: "fragma", fileEvents: files },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Fragma: \`${command()} lsp\` does not start: ${error.message}. ` +
        "Install it with: pip install 'fragma-dsl[lsp]', or set fragma.command."
    );
  }
}

function play(path) {
  const file = path || vscode.window.activeTextEditor?.document.fileName;
  if (!file) return;
  const terminal = vscode.window.createTerminal(`fragma ${basename(file)}`);
  terminal.show();
  terminal.sendText(`${command()} play "${file}"`);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("fragma.play", play),
    vscode.commands.registerCommand("fragma.restart", async () => {
      await client?.stop();
      await start();
    })
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
