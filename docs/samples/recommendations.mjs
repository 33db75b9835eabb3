// The choices that newspapers recommend in Sample Mesa, NM.
const { HUSTINGS_URL, HUSTINGS_KEY } = process.env

const url = new URL('/v1/recommendations', HUSTINGS_URL)
url.search = new URLSearchParams({
  location: 'Sample Mesa, NM',
  categories: 'newspaper',
  only_endorsed: 'true',
})
const response = await fetch(url, { headers: { Authorization: `Bearer ${HUSTINGS_KEY}` } })
const { data, error } = await response.json()
if (error) {
  console.error(error.message)
  process.exit(1)
}

for (const { title, choices, recommendation } of data.contests) {
  const marked = choices.filter((choice) => recommendation.choice_ids.includes(choice.id))
  const names = marked.map((choice) => choice.label).join(', ') || 'no choice'
  console.log(`${title}: ${names} (${recommendation.agreement} of ${recommendation.endorser_count})`)
}
