// Follows the endorsements of one contest: prints those that exist, then one line for each change. It keeps its position in a file, so
// that it misses and repeats nothing when it is started again. If that position is too old, it begins again with all endorsements.
//
//   export HUSTINGS_URL=http://127.0.0.1:8080 HUSTINGS_KEY=hst_live_…
//   npx tsx examples/newsroom-bot.ts 3356125184654027 position.txt
//
// `make run` prints both variables, and a command for another terminal that adds an endorsement in this contest. `/v1/contests` lists the
// ids of others.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createClient, type Event, HustingsError, type Stream } from 'hustings-client'

const { HUSTINGS_URL: url = 'http://127.0.0.1:8080', HUSTINGS_KEY: key } = process.env
const [id = '', file = 'position.txt'] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

if (!/^\d+$/.test(id)) {
  console.error('Usage: npx tsx examples/newsroom-bot.ts CONTEST_ID [POSITION_FILE]')
  process.exit(2)
}
const client = createClient({ url, key })

/** A program that stops half-way leaves the old position, never half of the new one. */
function store(cursor: string | null): void {
  if (cursor === null) return
  writeFileSync(`${file}.new`, cursor)
  renameSync(`${file}.new`, file)
}

/** Prints the endorsements that exist. @returns the position from which the feed tells their changes */
async function printPresent(contest: number): Promise<string | undefined> {
  let start: string | undefined
  for await (const { data, feed_cursor } of client.listEndorsements({ contest }, { signal: stop.signal }).pages()) {
    start ??= feed_cursor ?? undefined
    for (const { endorser, choice } of data) console.log(`${endorser.name} endorses ${choice.label}`)
  }
  return start
}

function describe({ type, endorser, choice, endorsement: { statement } }: Event): string {
  const said = statement === null ? '' : `: “${statement}”`
  switch (type) {
    case 'endorsement.created':
      return `NEW ${endorser.name} endorses ${choice.label}${said}`
    case 'endorsement.updated':
      return `CHANGED ${endorser.name} on ${choice.label}${said}`
    case 'endorsement.deleted':
      return `WITHDRAWN ${endorser.name} no longer endorses ${choice.label}`
  }
}

async function follow(contest: number): Promise<void> {
  const { title, election } = await client.getContest(contest, {}, { signal: stop.signal })
  console.log(`${title}, ${election.name}`)
  const cursor = existsSync(file) ? readFileSync(file, 'utf8') : await printPresent(contest)
  store(cursor ?? null)
  console.error('Waiting for the next change; Ctrl-C ends.')
  const stream: Stream = client.openStream(
    { elections: [election.slug], cursor },
    {
      signal: stop.signal,
      onReconnect({ reason, wait_ms }) {
        console.error(`The connection ended (${reason}): again in ${wait_ms} ms.`)
        // It also moves past changes of other contests, and a position that stands still would become too old.
        store(stream.cursor)
      },
    },
  )
  for await (const event of stream) {
    if (event.contest.id === contest) console.log(describe(event))
    store(stream.cursor)
  }
}

async function followAnew(contest: number): Promise<void> {
  try {
    await follow(contest)
  } catch (error) {
    if (!(error instanceof HustingsError && error.code === 'cursor_expired')) throw error
    console.error(`The position in ${file} is too old: it begins again with all endorsements.`)
    rmSync(file, { force: true })
    await followAnew(contest)
  }
}

try {
  await followAnew(Number(id))
} catch (error) {
  if (!stop.signal.aborted) console.error(error instanceof Error ? error.message : error)
  process.exitCode = stop.signal.aborted ? 0 : 1
}
