# Follows the changes of endorsements. The file `position` holds the place from which to go on.
import json
import os
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["HUSTINGS_URL"], os.environ["HUSTINGS_KEY"]

position = Path("position")
query = {}
if position.exists():
    query["cursor"] = position.read_text().strip()

while True:
    request = Request(f"{server}/v1/events?{urlencode(query)}", headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(request, timeout=60) as response:
            page = json.load(response)
    except OSError as error:
        seconds = 5
        if isinstance(error, HTTPError):
            if error.code != 429 and error.code < 500:
                sys.exit(json.load(error)["error"]["message"])
            seconds = int(error.headers.get("Retry-After", 5))
        print(f"{error}: again in {seconds} s", file=sys.stderr)
        time.sleep(seconds)
        continue
    for event in page["data"]:
        print(f"{event['type']} {event['endorser']['name']}: {event['choice']['label']}", flush=True)
    position.write_text(page["next_cursor"])
    query = {"cursor": page["next_cursor"], "wait": "25"}
