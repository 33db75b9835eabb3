# The ballot of Sample Mesa, NM.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

server, key = os.environ["HUSTINGS_URL"], os.environ["HUSTINGS_KEY"]

query = urlencode({"location": "Sample Mesa, NM"})
request = Request(f"{server}/v1/ballot?{query}", headers={"Authorization": f"Bearer {key}"})
try:
    with urlopen(request) as response:
        contests = json.load(response)["data"]["contests"]
except HTTPError as error:
    sys.exit(json.load(error)["error"]["message"])

for contest in contests:
    choices = " / ".join(choice["label"] for choice in contest["choices"])
    print(f"{contest['title']} ({contest['match']}): {choices}. Endorsements: {len(contest['endorsements'])}")
