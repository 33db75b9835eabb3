import { z } from 'zod'
import { toFixTimes, toPublicCorrection } from '../../data/schema/correction.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { filterHash, readCursor, writeCursor } from '../read/record.ts'
import { liveRoute } from '../route/live-route.ts'

const HASH = filterHash('/v1/corrections', {})
const position = z.tuple([z.int().positive()])

export const corrections = liveRoute({
  ...liveOperations.listCorrections,
  id: 'listCorrections',
  summary:
    'The errors that people reported and an operator released, newest first, with the time to fix them and its percentiles',
  notes: 'The texts are what people wrote: show them as plain text. `/corrections` shows the same to people.',
  scopes: ['data:read'],
  async answer({ state }, { query: { limit, cursor } }) {
    const [before] = cursor === undefined ? [] : readCursor(cursor, HASH, position)
    const rows = await state.corrections(['released', 'fixed'], limit + 1, { before })
    const times_to_fix = toFixTimes(await state.fixTimes())
    const data = rows.slice(0, limit).flatMap((row) => toPublicCorrection(row) ?? [])
    const last = data.at(-1)
    const next_cursor = rows.length > limit && last ? writeCursor(HASH, [last.id]) : null
    return {
      status: 200,
      headers: ['Cache-Control', 'no-store'],
      body: Buffer.from(JSON.stringify({ data, next_cursor, times_to_fix })),
    }
  },
})
