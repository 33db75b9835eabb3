// Follows the changes of endorsements. The file `position` holds the place from which to go on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const { HUSTINGS_URL, HUSTINGS_KEY } = process.env

const url = new URL('/v1/events', HUSTINGS_URL)
if (existsSync('position')) url.searchParams.set('cursor', readFileSync('position', 'utf8').trim())

while (true) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${HUSTINGS_KEY}` } }).catch(() => null)
  if (!response || response.status === 429 || response.status >= 500) {
    const seconds = Number(response?.headers.get('Retry-After') ?? 5)
    console.error(`${response?.status ?? 'No answer'}: again in ${seconds} s`)
    await setTimeout(1000 * seconds)
    continue
  }
  const { data, next_cursor, error } = await response.json()
  if (error) {
    console.error(error.message)
    process.exit(1)
  }
  for (const { type, endorser, choice } of data) console.log(`${type} ${endorser.name}: ${choice.label}`)
  writeFileSync('position', next_cursor)
  url.searchParams.set('cursor', next_cursor)
  url.searchParams.set('wait', '25')
}
