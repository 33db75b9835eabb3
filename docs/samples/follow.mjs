// Follows the changes of endorsements. The file `position` holds the place from which to go on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const { SERVER, KEY } = process.env

const url = new URL('/v1/events', SERVER)
if (existsSync('position')) url.searchParams.set('cursor', readFileSync('position', 'utf8'))

while (true) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } }).catch(() => null)
  if (response?.status === 410) throw new Error('The position is too old: read /v1/endorsements anew.')
  if (!response?.ok) {
    await setTimeout(1000 * Number(response?.headers.get('Retry-After') ?? 5))
    continue
  }
  const { data, next_cursor } = await response.json()
  for (const { type, endorser, choice } of data) console.log(`${type} ${endorser.name}: ${choice.label}`)
  writeFileSync('position', next_cursor)
  url.searchParams.set('cursor', next_cursor)
  url.searchParams.set('wait', '25')
}
