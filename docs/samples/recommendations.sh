# The choices that newspapers recommend in Sample Mesa, NM, with the rule that decided.
curl -sS --fail-with-body -G "$SERVER/v1/recommendations" \
  -H "Authorization: Bearer $KEY" \
  --data-urlencode "location=Sample Mesa, NM" \
  -d categories=newspaper -d only_endorsed=true -d explain=true
