# Every endorsement of New Mexico, one JSON record on a line.
set -e
cursor=""
while true; do
  page=$(curl -sS --fail-with-body -G "$SERVER/v1/endorsements" -H "Authorization: Bearer $KEY" \
    -d states=NM -d limit=20 ${cursor:+--data-urlencode "cursor=$cursor"})
  echo "$page" | jq -c '.data[]'
  cursor=$(echo "$page" | jq -r '.next_cursor // empty')
  [ -n "$cursor" ] || break
done
