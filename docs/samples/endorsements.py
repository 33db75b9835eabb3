# Every endorsement of New Mexico.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["HUSTINGS_URL"], os.environ["HUSTINGS_KEY"]

filters = {"states": "NM", "limit": "20"}
while True:
    request = Request(f"{server}/v1/endorsements?{urlencode(filters)}", headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(request) as response:
            page = json.load(response)
    except HTTPError as error:
        sys.exit(json.load(error)["error"]["message"])
    for one in page["data"]:
        print(f"{one['endorser']['name']}: {one['choice']['label']} ({one['contest']['title']})")
    if page["next_cursor"] is None:
        break
    filters["cursor"] = page["next_cursor"]
