// Every endorsement of New Mexico.
const { SERVER, KEY } = process.env

const url = new URL('/v1/endorsements', SERVER)
url.searchParams.set('states', 'NM')
url.searchParams.set('limit', '20')
let cursor = null
do {
  if (cursor) url.searchParams.set('cursor', cursor)
  const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } })
  const { data, next_cursor, error } = await response.json()
  if (error) throw new Error(error.message)
  for (const { endorser, choice, contest } of data) console.log(`${endorser.name}: ${choice.label} (${contest.title})`)
  cursor = next_cursor
} while (cursor)
