# The choices that newspapers recommend in Sample Mesa, NM.
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["SERVER"], os.environ["KEY"]

query = urlencode({"location": "Sample Mesa, NM", "categories": "newspaper", "only_endorsed": "true"})
request = Request(f"{server}/v1/recommendations?{query}", headers={"Authorization": f"Bearer {key}"})
with urlopen(request) as response:
    contests = json.load(response)["data"]["contests"]

for contest in contests:
    found = contest["recommendation"]
    names = [choice["label"] for choice in contest["choices"] if choice["id"] in found["choice_ids"]]
    print(f"{contest['title']}: {', '.join(names) or 'no choice'} ({found['agreement']} of {found['endorser_count']})")
