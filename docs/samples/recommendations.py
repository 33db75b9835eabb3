# The choices that newspapers recommend in Sample Mesa, NM.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["HUSTINGS_URL"], os.environ["HUSTINGS_KEY"]

query = urlencode({"location": "Sample Mesa, NM", "categories": "newspaper", "only_endorsed": "true"})
request = Request(f"{server}/v1/recommendations?{query}", headers={"Authorization": f"Bearer {key}"})
try:
    with urlopen(request) as response:
        contests = json.load(response)["data"]["contests"]
except HTTPError as error:
    sys.exit(json.load(error)["error"]["message"])

for contest in contests:
    found = contest["recommendation"]
    names = [choice["label"] for choice in contest["choices"] if choice["id"] in found["choice_ids"]]
    print(f"{contest['title']}: {', '.join(names) or 'no choice'} ({found['agreement']} of {found['endorser_count']})")
