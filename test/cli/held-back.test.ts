// Which sources a run of some states compares with what is published.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NO_FACTS } from '../../build/publish/loss-limits.ts'
import { loadHoldBack } from '../../cli/publish/held-back.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { openOwnFixture } from '../server/fixture.ts'

it('compares a source only if the run reads every state that is published of it', async () => {
  const { paths, publish } = await openOwnFixture()
  const file = join(paths.bundles, `${await publish({ fillers: 0 })}.json`)
  const named = {
    publisher: 'A Board',
    licence: 'CC0-1.0',
    vintage: 'v',
    published_on: '2024-09-30',
    rows: 200,
    files: [],
  }
  const sources = [
    { id: 'whole', ...named },
    { id: 'two-states', ...named, selected_states: ['NC', 'VA'] },
  ]
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  writeFileSync(file, JSON.stringify({ ...manifest, sources }))
  const heldIn = async (states: readonly StateCode[] | null) => {
    const holdBack = await loadHoldBack(paths, NO_FACTS, { states: states && new Set(states), flag: '' })
    return ['whole', 'two-states', 'new'].filter((id) => holdBack(id, 100) !== undefined)
  }
  expect(await heldIn(null)).toEqual(['whole', 'two-states'])
  expect(await heldIn(['NC', 'VA', 'SC'])).toEqual(['whole', 'two-states'])
  expect(await heldIn(['NC'])).toEqual(['whole'])
})
