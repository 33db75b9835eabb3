// The ballot of Sample Mesa, NM.
const { HUSTINGS_URL, HUSTINGS_KEY } = process.env

const url = new URL('/v1/ballot', HUSTINGS_URL)
url.searchParams.set('location', 'Sample Mesa, NM')
const response = await fetch(url, { headers: { Authorization: `Bearer ${HUSTINGS_KEY}` } })
const { data, error } = await response.json()
if (error) {
  console.error(error.message)
  process.exit(1)
}

for (const contest of data.contests) {
  const choices = contest.choices.map((choice) => choice.label).join(' / ')
  console.log(`${contest.title} (${contest.match}): ${choices}. Endorsements: ${contest.endorsements.length}`)
}
