// The choices that newspapers recommend in Sample Mesa, NM.
const { SERVER, KEY } = process.env

const url = new URL('/v1/recommendations', SERVER)
url.search = new URLSearchParams({
  location: 'Sample Mesa, NM',
  categories: 'newspaper',
  only_endorsed: 'true',
})
const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } })
const { data, error } = await response.json()
if (error) throw new Error(error.message)

for (const { title, choices, recommendation } of data.contests) {
  const marked = choices.filter((choice) => recommendation.choice_ids.includes(choice.id))
  const names = marked.map((choice) => choice.label).join(', ') || 'no choice'
  console.log(`${title}: ${names} (${recommendation.agreement} of ${recommendation.endorser_count})`)
}
