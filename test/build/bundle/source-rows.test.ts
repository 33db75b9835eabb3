// The manifest says of which kinds and states each source has rows.

import { expect, test } from 'vitest'
import { summarizeRows } from '../../../build/bundle/source-rows.ts'
import { shareWarehouse, warehouse } from '../rows.ts'

shareWarehouse()

test('a source gives the kinds and states of its rows; an endorsement is of the state of its contest', async () => {
  await warehouse.run(`
    INSERT INTO core.shape (source_id, state) VALUES ('atlas', 'NC'), ('atlas', 'DC'), ('atlas', 'NC');
    INSERT INTO core.division (source_id, ocd_id) VALUES ('ids', 'ocd-division/country:us');
    INSERT INTO core.contest (source_id, state, contest_key) VALUES ('nc', 'NC', 'one'), ('feed', 'KY', 'two');
    INSERT INTO core.endorsement (source_id, contest_key) VALUES ('feed', 'one'), ('feed', 'two'), ('feed', 'gone');
    INSERT INTO core.officeholder (source_id, state) VALUES ('people', 'KY')`)
  expect(Object.fromEntries(await summarizeRows(warehouse))).toEqual({
    atlas: { rows: 3, gives: [{ kind: 'lines', states: ['DC', 'NC'] }] },
    feed: {
      rows: 4,
      gives: [
        { kind: 'ballots', states: ['KY'] },
        { kind: 'endorsements', states: ['KY', 'NC'] },
      ],
    },
    ids: { rows: 1, gives: [] },
    nc: { rows: 1, gives: [{ kind: 'ballots', states: ['NC'] }] },
    people: { rows: 1, gives: [{ kind: 'officeholders', states: ['KY'] }] },
  })
})
