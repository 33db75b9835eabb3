# The ballot of Sample Mesa, NM, as JSON. -G puts the data into the query, encoded.
curl -sS --fail-with-body -G "$HUSTINGS_URL/v1/ballot" \
  -H "Authorization: Bearer $HUSTINGS_KEY" \
  --data-urlencode "location=Sample Mesa, NM"
