# Follows the changes of endorsements. The file `position` holds the place from which to go on.
touch position
while true; do
  cursor=$(cat position)
  page=$(curl -sS --fail-with-body -G "$SERVER/v1/events" -H "Authorization: Bearer $KEY" \
    ${cursor:+-d wait=25 --data-urlencode "cursor=$cursor"}) || { echo "$page" >&2; sleep 5; continue; }
  echo "$page" | jq -r '.data[] | "\(.type) \(.endorser.name): \(.choice.label)"'
  echo "$page" | jq -r '.next_cursor' > position
done
