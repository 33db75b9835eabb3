# Walks the API with a client that openapi-python-client has made of /openapi.json: prints one line of JSON for each step.
import json
import os

from hustings_client import AuthenticatedClient
from hustings_client.api.default import get_ballot, list_elections, list_endorsements, list_endorsers
from hustings_client.models import Error, ErrorCode, StateCode


def tell(**step):
    print(json.dumps(step), flush=True)


client = AuthenticatedClient(base_url=os.environ["HUSTINGS_URL"], token=os.environ["HUSTINGS_KEY"])

endorsers = list_endorsers.sync(client=client).data
tell(step="endorsers", names=[one.name for one in endorsers], categories=[one.category.name for one in endorsers])

elections = list_elections.sync(client=client, states=[StateCode.ME]).data
tell(step="elections", slugs=[one.slug for one in elections], years=[one.date.year for one in elections])

ballot = get_ballot.sync(client=client, location="Sample Mesa, NM").data
tell(step="ballot", contests=[[one.title, [choice.label for choice in one.choices]] for one in ballot.contests])

ids, cursor, pages = [], None, 0
while cursor is not None or pages == 0:
    page = list_endorsements.sync(client=client, limit=20, **({"cursor": cursor} if cursor else {}))
    ids += [one.id for one in page.data]
    cursor, pages = page.next_cursor, pages + 1
tell(step="endorsements", ids=ids, pages=pages)

refused = get_ballot.sync_detailed(client=client, location="Nowhere, NM")
assert isinstance(refused.parsed, Error), refused.parsed
tell(step="error", status=refused.status_code, is_known=refused.parsed.error.code is ErrorCode.NOT_FOUND)
