"""Prints the endorsements of a state, then each change, each with the date of its election first. Needs only the
standard library.

    export HUSTINGS_URL=http://127.0.0.1:8080 HUSTINGS_KEY=hst_live_…
    python3 examples/follow.py NM

`make run` prints both variables, and a command for another terminal that adds an endorsement in NM.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("HUSTINGS_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("HUSTINGS_KEY") or sys.exit("HUSTINGS_KEY is not set. Expected an API key, as `make run` prints it.")
STATE = sys.argv[1] if len(sys.argv) > 1 else sys.exit("Expected a state, such as: python3 examples/follow.py NM")


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
                sys.exit(f"{path}: {refused.code}. {json.load(refused)['error']['message']}")
            time.sleep(int(refused.headers.get("Retry-After", 5)))
        except OSError:
            # No server, or a broken connection.
            time.sleep(5)


def walk(state):
    """Prints every endorsement, page by page. Returns the position from which the feed tells the changes."""
    start, cursor, count = None, {}, 0
    while True:
        page, headers = ask("/v1/endorsements", states=state, **cursor)
        start = start or headers["X-Feed-Cursor"]
        for one in page["data"]:
            date, name, choice = one["election"]["date"], one["endorser"]["name"], one["choice"]["label"]
            print(f"{date} {name} endorses {choice}: {one['contest']['title']}", flush=True)
        count += len(page["data"])
        if page["next_cursor"] is None:
            print(f"{count} endorsements in {state}. Waiting for the next change; Ctrl-C ends.", file=sys.stderr)
            return start
        cursor = {"cursor": page["next_cursor"]}


def follow(state, cursor):
    """Prints each change. The server holds a request until there is one, for at most 25 seconds."""
    while True:
        page, _ = ask("/v1/events", states=state, cursor=cursor, wait=25)
        for event in page["data"]:
            date, name, choice = event["election"]["date"], event["endorser"]["name"], event["choice"]["label"]
            print(f"{date} {event['type']} {name}: {choice}", flush=True)
        cursor = page["next_cursor"]


try:
    follow(STATE, walk(STATE))
except KeyboardInterrupt:
    pass
