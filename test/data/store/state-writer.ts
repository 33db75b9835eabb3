// A process that writes to a state until it is killed; the state test starts it. It prints each publication once it is committed.

import { writeSync } from 'node:fs'
import pg from 'pg'
import { Database } from '../../../data/store/sqlite.ts'
import { openState } from '../../../data/store/state/open.ts'
import { locate } from '../../../data/store/state/postgres/clients.ts'
import { pathsAt } from './state/address.ts'

const [address = '', mode = 'publish'] = process.argv.slice(2)
const state = await openState(pathsAt(address))

if (mode === 'middle') {
  const half = `INSERT INTO publication (publication, bundle, published_at, epoch) VALUES (2, 'half', '2028-01-01T00:00:00.000Z', '');
    UPDATE head SET publication = 2`
  const { stateServer } = pathsAt(address)
  if (stateServer === undefined) new Database(address).exec(`BEGIN IMMEDIATE; ${half}`)
  else {
    const client = new pg.Client({ connectionString: locate(stateServer).url })
    await client.connect()
    await client.query(`BEGIN; ${half}`)
  }
  writeSync(1, 'middle\n')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
}

for (;;) {
  const expectedPublication = (await state.head())?.publication ?? null
  const bundle = `${process.pid}-${expectedPublication}`
  const published = await state.publish({
    expectedPublication,
    bundle,
    published_at: new Date().toISOString(),
    staged: null,
  })
  if ('publication' in published) writeSync(1, `${published.publication} ${bundle}\n`)
}
