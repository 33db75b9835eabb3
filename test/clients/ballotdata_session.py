"""One session of the published client `ballotdata`: does what its first argument says, and prints what it saw, a JSON line each.

BALLOTDATA_API_URL and BALLOTDATA_API_KEY say where, as for any program that uses the client.
"""

import asyncio
import datetime as dt
import json
import sys

from ballotdata import (
    APIError,
    AsyncBallotData,
    BallotData,
    group_by_contest,
)


def tell(**seen):
    print(json.dumps(seen), flush=True)


def refusal(ask):
    """What the client raises."""
    try:
        ask()
    except APIError as err:
        return {
            "kind": type(err).__name__,
            "status": err.status,
            "code": err.code,
            "request_id": err.request_id,
            "retry_after": getattr(err, "retry_after", None),
        }
    return None


def read():
    with BallotData(max_retries=0) as client:
        tell(states=[one["code"] for one in client.states.list()])
        limits = client.last_response.rate_limit
        tell(limit=limits.limit, remaining=limits.remaining, reset=limits.reset, daily=limits.daily_limit)
        tell(coverage=sum(row["endorsement_count"] for row in client.coverage.list(upcoming=False)))
        tell(categories=[one["slug"] for one in client.endorser_categories.list(lang="es")])
        tell(elections=[one["slug"] for one in client.elections.list(from_=dt.date(2022, 11, 8), states=["NC", "DC"], limit=2)])
        contests = client.contests.list(elections="nc-2024-11-05-general", limit=2).to_list()
        tell(contests=[one["id"] for one in contests])
        contest = client.contests.get(contests[0]["id"])
        tell(contest=contest["id"], positions=len(contest["endorsements"]), choices=[one["label"] for one in contest["choices"]])
        endorsers = client.endorsers.list(limit=3).to_list()
        tell(endorsers=[one["slug"] for one in endorsers], named=[one["slug"] for one in client.endorsers.list(q="ancora")])
        tell(endorser=client.endorsers.get(endorsers[0]["slug"])["elections"])
        page = client.endorsements.list(upcoming=True, limit=3)
        sizes = [len(one.data) for one in page.iter_pages()]
        rows = client.endorsements.list(upcoming=True, limit=500).to_list()
        tell(sizes=sizes, endorsements=[one["id"] for one in rows], groups=len(group_by_contest(rows)))
        one = client.endorsements.get(rows[0]["id"])
        tell(endorsement=one["id"], statement=one["statement"], contest_title=one["contest"]["title"])
        holders = client.officeholders.list(limit=2).to_list()
        tell(officeholders=len(holders), seats=len(client.officeholders.get(holders[0]["person_id"])["seats"]))


def subscriptions():
    with BallotData(max_retries=0) as client:
        subs = client.subscriptions
        made = subs.create(name="NC labor", filter={"categories": ["labor"], "states": ["NC"]})
        tell(made=made)
        every = subs.create(name="everything")
        tell(listed=[one["name"] for one in subs.list()], every=every["filter"])
        tell(taken=refusal(lambda: subs.create(name="NC labor")))
        tell(got=subs.get(made["id"]) == made)
        replaced = subs.update(made["id"], name="NC newspapers", filter={"categories": ["newspaper"], "types": ["updated"]})
        tell(replaced=replaced)
        tell(taken=refusal(lambda: subs.update(every["id"], name="NC newspapers")))
        page = client.events.list(subscription="NC newspapers", from_="earliest", limit=1000)
        tell(filtered=[[one["endorser"]["category"]["slug"], one["type"]] for one in page["data"]])
        by_id = client.events.list(subscription=made["id"], from_="earliest", limit=1000)
        tell(same=[one["id"] for one in by_id["data"]] == [one["id"] for one in page["data"]])
        subs.delete(every["id"])
        tell(gone=refusal(lambda: subs.get(every["id"])), left=[one["name"] for one in subs.list()])
        tell(unknown=refusal(lambda: client.events.list(subscription="everything")))


def refused(expired, narrow, poor):
    """Cursor of another epoch; a key that may only read the feed; a key whose plan lets one request a minute pass."""
    with BallotData(max_retries=0) as client:
        tell(missing=refusal(lambda: client.endorsements.get(1)), slug=refusal(lambda: client.endorsers.get("no such/slug")))
        tell(malformed=refusal(lambda: client.events.list(cursor="?")))
        tell(parameter=refusal(lambda: client.events.list(types="renamed")))
        tell(expired=refusal(lambda: client.events.list(cursor=expired)))
        tell(stream_expired=refusal(lambda: next(iter(client.stream.connect(cursor=expired)))))
        tell(stream_malformed=refusal(lambda: next(iter(client.stream.connect(states="XX")))))
    with BallotData(api_key="hst_live_nobody", max_retries=0) as client:
        tell(wrong=refusal(client.states.list), stream_wrong=refusal(lambda: next(iter(client.stream.connect()))))
    with BallotData(api_key=narrow, max_retries=0) as client:
        tell(scope=refusal(client.states.list), write=refusal(lambda: client.subscriptions.create(name="a")))
    with BallotData(api_key=poor, max_retries=0) as client:
        for _ in range(3):
            over = refusal(client.states.list)
        tell(over=over)


def follow_stream(key_of_start, value, count):
    """Prints each change until there were so many, and where it stands."""
    start = {} if key_of_start == "none" else {key_of_start: value}
    with BallotData() as client:
        stream = client.stream.connect(
            **start,
            on_reconnect=lambda info: tell(reconnect=info.reason),
        )
        with stream:
            seen = 0
            for message in stream:
                if message.type == "ready":
                    tell(ready=message.cursor, subscription=message.subscription)
                else:
                    seen += 1
                    tell(id=message.event["id"], cursor=message.cursor)
                if seen == int(count):
                    break


async def follow_async(cursor, count):
    async with AsyncBallotData() as client:
        seen = 0
        async for message in client.stream.endorsements(cursor=cursor, states=["NC", "DC"]):
            seen += 1
            tell(id=message.event["id"], cursor=message.cursor)
            if seen == int(count):
                break


def poll(count):
    """Page by page from the beginning; then long polls until so many more have come."""
    with BallotData() as client:
        cursor = None
        while True:
            start = {"cursor": cursor} if cursor else {"from_": "earliest"}
            page = client.events.list(**start, limit=5)
            for event in page["data"]:
                tell(id=event["id"])
            cursor = page["next_cursor"]
            if not page["has_more"]:
                break
        tell(waiting=cursor)
        seen = 0
        for message in client.events.follow(cursor=cursor, limit=1000):
            tell(id=message.event["id"])
            seen += 1
            if seen == int(count):
                break


def since(instant):
    with BallotData(max_retries=0) as client:
        at = dt.datetime.fromisoformat(instant)
        page = client.events.list(since=at, limit=1000)
        tell(ids=[one["id"] for one in page["data"]])


SESSIONS = {
    "read": read,
    "subscriptions": subscriptions,
    "refused": refused,
    "stream": follow_stream,
    "async": lambda *words: asyncio.run(follow_async(*words)),
    "poll": poll,
    "since": since,
}

SESSIONS[sys.argv[1]](*sys.argv[2:])
