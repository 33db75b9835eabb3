# Every endorsement of New Mexico.
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["SERVER"], os.environ["KEY"]

filters = {"states": "NM", "limit": "20"}
while True:
    request = Request(f"{server}/v1/endorsements?{urlencode(filters)}", headers={"Authorization": f"Bearer {key}"})
    with urlopen(request) as response:
        page = json.load(response)
    for one in page["data"]:
        print(f"{one['endorser']['name']}: {one['choice']['label']} ({one['contest']['title']})")
    if page["next_cursor"] is None:
        break
    filters["cursor"] = page["next_cursor"]
