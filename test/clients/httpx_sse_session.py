"""Follows a stream with httpx-sse for a number of messages, and prints each as a JSON line. Arguments: URL, key, number."""

import json
import sys

import httpx
from httpx_sse import connect_sse

url, key, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
headers = {"Authorization": f"Bearer {key}"}
with httpx.Client(timeout=60) as client, connect_sse(client, "GET", url, headers=headers) as source:
    for got, sse in enumerate(source.iter_sse(), start=1):
        print(json.dumps({"event": sse.event, "id": sse.id, "retry": sse.retry, "data": sse.json()}), flush=True)
        if got == count:
            break
