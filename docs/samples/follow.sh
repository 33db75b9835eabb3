# Follows the changes of endorsements. The file `position` holds the place from which to go on, and `page` the last answer.
touch position
while true; do
  cursor=$(cat position)
  status=$(curl -sS -o page -w '%{http_code}' -G "$HUSTINGS_URL/v1/events" -H "Authorization: Bearer $HUSTINGS_KEY" \
    ${cursor:+-d wait=25 --data-urlencode "cursor=$cursor"}) || status=000
  case $status in
    200) ;;
    000 | 429 | 5*) echo "$status: again in 5 s" >&2; sleep 5; continue ;;
    *) jq -r '.error.message' page >&2; exit 1 ;;
  esac
  jq -r '.data[] | "\(.type) \(.endorser.name): \(.choice.label)"' page
  jq -r '.next_cursor' page > position
done
