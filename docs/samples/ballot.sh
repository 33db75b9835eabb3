# The ballot of Sample Mesa, NM, as JSON. -G puts the data into the query, encoded.
curl -sS --fail-with-body -G "$SERVER/v1/ballot" \
  -H "Authorization: Bearer $KEY" \
  --data-urlencode "location=Sample Mesa, NM"
