# Follows the changes of endorsements. The file `position` holds the place from which to go on.
import json
import os
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["SERVER"], os.environ["KEY"]

position = Path("position")
query = {}
if position.exists():
    query["cursor"] = position.read_text()

while True:
    request = Request(f"{server}/v1/events?{urlencode(query)}", headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(request, timeout=60) as response:
            page = json.load(response)
    except HTTPError as error:
        if error.code == 410:
            raise SystemExit("The position is too old: read /v1/endorsements anew.")
        time.sleep(int(error.headers.get("Retry-After", 5)))
        continue
    except URLError:
        time.sleep(5)
        continue
    for event in page["data"]:
        print(f"{event['type']} {event['endorser']['name']}: {event['choice']['label']}", flush=True)
    position.write_text(page["next_cursor"])
    query = {"cursor": page["next_cursor"], "wait": "25"}
