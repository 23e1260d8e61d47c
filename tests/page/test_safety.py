"""What a person sees of the page's limits, and what other sites do not."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from plyground.web import app
from plyground.web.server import PageServer
from tests.page.browsing import status

pytestmark = pytest.mark.slow


def test_the_token_leaves_the_address_at_once(page: Page, server: PageServer) -> None:
    assert server.token not in page.url
    assert server.token not in page.evaluate("document.cookie + document.referrer")


def test_a_tab_too_many_says_so_and_opens_when_there_is_room(
    context: BrowserContext, server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "MAX_SOCKETS", 0)
    page = context.new_page()
    page.goto(server.url)
    expect(status(page)).to_contain_text("0 tabs are open: close one of them.")
    monkeypatch.undo()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


@contextmanager
def another_site() -> Iterator[str]:
    """A page of another server of this machine, which gets the same cookies."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *given: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{other.server_port}/"
        other.shutdown()


def test_no_other_site_can_read_it_or_talk_to_it(browser: Browser, server: PageServer) -> None:
    read = (
        f"fetch('http://{server.host}/', {{mode: 'no-cors', credentials: 'include'}})"
        ".then(() => 'read', () => 'refused')"
    )
    line = (
        f"new Promise(done => {{ const line = new WebSocket('ws://{server.host}/socket');"
        " line.onopen = () => done('open'); line.onerror = () => done('refused'); })"
    )
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)  # so that the browser has the cookie
    assert (page.evaluate(read), page.evaluate(line)) == ("read", "open")
    with another_site() as other:
        page.goto(other)
        assert (page.evaluate(read), page.evaluate(line)) == ("refused", "refused")
    context.close()
