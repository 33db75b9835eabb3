// The ballot of Sample Mesa, NM.
const { SERVER, KEY } = process.env

const url = new URL('/v1/ballot', SERVER)
url.searchParams.set('location', 'Sample Mesa, NM')
const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } })
const { data, error } = await response.json()
if (error) throw new Error(error.message)

for (const contest of data.contests) {
  const choices = contest.choices.map((choice) => choice.label).join(' / ')
  console.log(`${contest.title} (${contest.match}): ${choices}. Endorsements: ${contest.endorsements.length}`)
}
