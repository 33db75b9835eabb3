# The choices that newspapers recommend in Sample Mesa, NM, with the rule that decided.
curl -sS --fail-with-body -G "$HUSTINGS_URL/v1/recommendations" \
  -H "Authorization: Bearer $HUSTINGS_KEY" \
  --data-urlencode "location=Sample Mesa, NM" \
  -d categories=newspaper -d only_endorsed=true -d explain=true
