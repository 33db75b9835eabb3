# Every endorsement of New Mexico, one JSON record on a line.
cursor=""
while true; do
  page=$(curl -sS --fail-with-body -G "$HUSTINGS_URL/v1/endorsements" -H "Authorization: Bearer $HUSTINGS_KEY" \
    -d states=NM -d limit=20 ${cursor:+--data-urlencode "cursor=$cursor"}) || { echo "$page" >&2; exit 1; }
  echo "$page" | jq -c '.data[]'
  cursor=$(echo "$page" | jq -r '.next_cursor // empty')
  [ -n "$cursor" ] || break
done
