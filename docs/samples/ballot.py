# The ballot of Sample Mesa, NM.
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["SERVER"], os.environ["KEY"]

query = urlencode({"location": "Sample Mesa, NM"})
request = Request(f"{server}/v1/ballot?{query}", headers={"Authorization": f"Bearer {key}"})
with urlopen(request) as response:
    contests = json.load(response)["data"]["contests"]

for contest in contests:
    choices = " / ".join(choice["label"] for choice in contest["choices"])
    print(f"{contest['title']} ({contest['match']}): {choices}. Endorsements: {len(contest['endorsements'])}")
