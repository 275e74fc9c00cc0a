"""The process of `fragma lsp`: how it ends, and that it goes on behind what is nonsense."""

import json
import signal
import sys
from collections.abc import Iterator
from subprocess import PIPE, Popen
from typing import Any

import pytest

PATIENCE = 120
WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
PLACE = {"textDocument": {"uri": "file:///no/such.rules.yaml"}, "position": {}}


class Server:
    """A server and the raw messages to it."""

    def __init__(self) -> None:
        self.process = Popen(
            [sys.executable, "-m", "fragma_dsl", "lsp"], stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        self.send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
        assert "result" in self.read()

    def send_raw(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def send(self, method: str, params: object, id: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.send_raw(json.dumps(message if id is None else {**message, "id": id}).encode())

    def read(self) -> Any:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def answer(self, method: str, params: object, id: int) -> Any:
        self.send(method, params, id)
        while (message := self.read()).get("id") != id:
            pass
        return message

    def end(self) -> tuple[int, str]:
        """Wait for the end; give the exit code and what stands on standard error."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors.decode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.process.kill()
    made.process.wait()
    for pipe in (made.process.stdin, made.process.stdout, made.process.stderr):
        if pipe is not None:
            pipe.close()


def test_nonsense_is_answered_and_the_server_goes_on(server: Server) -> None:
    server.send_raw(b"{no json")
    assert server.answer("no/such", {}, 2)["error"]["code"] == -32601
    where = {"line": 3, "character": 9}
    missing = server.answer("textDocument/hover", {**PLACE, "position": where}, 3)
    assert missing["error"]["code"] == -32803
    assert "data" not in missing["error"]
    server.send("textDocument/didClose", PLACE)
    run = {"command": "fragma.runScenarios", "arguments": []}
    assert server.answer("workspace/executeCommand", run, 4)["error"]["code"] == -32602
    assert server.answer("shutdown", None, 5)["result"] is None
    server.send("exit", None)
    code, errors = server.end()
    assert code == 0
    assert "Traceback" not in errors
    assert all(line.startswith("fragma lsp: ") for line in errors.splitlines())


@WINDOWS
def test_an_interrupt_ends_the_server_in_silence(server: Server) -> None:
    server.process.send_signal(signal.SIGINT)
    assert server.end() == (0, "")


def test_a_client_that_is_gone_is_no_traceback(server: Server) -> None:
    assert server.process.stdout is not None
    server.process.stdout.close()
    text = "edition: 1\ngame: g\n"
    file = {"uri": "file:///g.rules.yaml", "languageId": "fragma", "version": 1, "text": text}
    server.send("textDocument/didOpen", {"textDocument": file})
    assert server.process.stdin is not None
    server.process.stdin.close()
    server.process.stdin = None
    server.process.wait(PATIENCE)
    assert server.process.stderr is not None
    assert b"Traceback" not in server.process.stderr.read()
