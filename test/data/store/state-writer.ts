// A process that writes to a state until it is killed; the state test starts it. It prints each publication once it is committed.

import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openState } from '../../../data/store/state/sqlite/state.ts'

const [file = '', mode = 'publish'] = process.argv.slice(2)
const state = await openState({ state: file })

if (mode === 'middle') {
  const database = new Database(file)
  database.exec(`BEGIN IMMEDIATE;
    INSERT INTO publication (publication, bundle, published_at, epoch) VALUES (2, 'half', '2028-01-01T00:00:00.000Z', '');
    UPDATE head SET publication = 2`)
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
