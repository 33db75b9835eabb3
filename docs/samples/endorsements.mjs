// Every endorsement of New Mexico.
const { HUSTINGS_URL, HUSTINGS_KEY } = process.env

const url = new URL('/v1/endorsements', HUSTINGS_URL)
url.searchParams.set('states', 'NM')
url.searchParams.set('limit', '20')
let cursor = null
do {
  if (cursor) url.searchParams.set('cursor', cursor)
  const response = await fetch(url, { headers: { Authorization: `Bearer ${HUSTINGS_KEY}` } })
  const { data, next_cursor, error } = await response.json()
  if (error) {
    console.error(error.message)
    process.exit(1)
  }
  for (const { endorser, choice, contest } of data) console.log(`${endorser.name}: ${choice.label} (${contest.title})`)
  cursor = next_cursor
} while (cursor)
