"""A page in a real browser, headless and on its own, over the pipe of its debugging protocol."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


def browser_path() -> str | None:
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


class BrowserPage:
    """Sends commands and keeps the events that came meanwhile."""

    def __init__(self, send: int, receive: BinaryIO) -> None:
        self._send, self._receive = send, receive
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, path: Path, *, width: int, dark: bool) -> None:
        """Load a file in a window of that width, and wait for it."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._read()

    def evaluate(self, expression: str) -> Any:
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def requests(self) -> list[str]:
        """Addresses of everything that was loaded."""
        sent = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def messages(self) -> list[dict[str, Any]]:
        """What the page, or the browser about it, wrote to the console."""
        kinds = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}
        return [event for event in self.events if event["method"] in kinds]

    def screenshot(self) -> bytes:
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(answer["data"])

    def pdf(self) -> bytes:
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(answer["data"])

    def _read(self) -> dict[str, Any]:
        text = bytearray()
        while (byte := self._receive.read(1)) != b"\0":
            assert byte, "the browser ended"
            text += byte
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message


@contextmanager
def opened_browser(path: str, profile: Path) -> Iterator[BrowserPage]:
    """Start a browser with a fresh profile, and end it."""
    read_end, send = os.pipe()
    receive, write_end = os.pipe()

    def connect() -> None:
        # The browser reads commands from descriptor 3 and answers on 4.
        first, second = os.dup(read_end), os.dup(write_end)
        os.dup2(first, 3)
        os.dup2(second, 4)

    process = subprocess.Popen(
        [path, *SWITCHES, f"--user-data-dir={profile}"],
        preexec_fn=connect,
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(read_end)
    os.close(write_end)
    try:
        with os.fdopen(receive, "rb") as answers:
            yield BrowserPage(send, answers)
    finally:
        process.terminate()
        process.wait(timeout=30)
        os.close(send)
