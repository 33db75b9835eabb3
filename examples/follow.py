"""Prints the endorsements of a state, then each change, with the standard library alone.

    export HUSTINGS_URL=http://127.0.0.1:8080 HUSTINGS_KEY=hst_live_…
    python3 examples/follow.py NC
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("HUSTINGS_URL", "http://127.0.0.1:8080")
KEY = os.environ["HUSTINGS_KEY"]


def ask(path, **query):
    """Returns the JSON of an answer and its headers; waits and repeats where the server asks for it."""
    address = f"{URL}{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {KEY}"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer), answer.headers
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 502, 503, 504):
                sys.exit(f"{path}: {refused.code} {refused.read().decode()}")
            time.sleep(int(refused.headers.get("Retry-After", 5)))
        except OSError:
            # No server, or a broken connection.
            time.sleep(5)


def walk(state):
    """Prints every endorsement, page by page. Returns the position from which the feed tells the changes."""
    start, cursor = None, {}
    while True:
        page, headers = ask("/v1/endorsements", states=state, **cursor)
        start = start or headers["X-Feed-Cursor"]
        for one in page["data"]:
            print(f"{one['endorser']['name']} endorses {one['choice']['label']}: {one['contest']['title']}", flush=True)
        if page["next_cursor"] is None:
            return start
        cursor = {"cursor": page["next_cursor"]}


def follow(state, cursor):
    """Prints each change. The server holds a request until there is one, for at most 25 seconds."""
    while True:
        page, _ = ask("/v1/events", states=state, cursor=cursor, wait=25)
        for event in page["data"]:
            print(f"{event['type']} {event['endorser']['name']}: {event['choice']['label']}", flush=True)
        cursor = page["next_cursor"]


try:
    follow(sys.argv[1], walk(sys.argv[1]))
except KeyboardInterrupt:
    pass
