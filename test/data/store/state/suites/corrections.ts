import { expect, it } from 'vitest'
import type { StoredCorrection } from '../../../../../data/schema/correction.ts'
import type { Refusal } from '../../../../../data/store/state/engine.ts'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { publishEvents } from '../../feed-events.ts'
import { type Engine, freshState, place, reopen, state } from '../engines.ts'

export function correctionSuite(engine: Engine): void {
  const opened = '2028-03-01T12:00:00.000Z'
  const released = '2028-03-01T13:00:00.000Z'
  const published = '2028-03-02T12:00:00.000Z'
  const change = { by: 'ada', at: released }
  const report = { record: 'contest/7', text: "O'Neil — “second\nline” <b>; DROP TABLE correction" }

  freshState(engine)

  async function open(record = report.record, at = opened): Promise<number> {
    return taken(await state.openCorrection({ record, text: report.text }, at)).id
  }

  it('are opened, released and fixed by a later publication, and each act of the operator is audited', async () => {
    const times = { released_at: null, rejected_at: null, reason: null, fixed_at: null }
    const empty = { ...times, publication: null, bundle: null }
    const first = { id: 1, status: 'open', ...report, opened_at: opened, ...empty }
    expect(await state.openCorrection(report, opened)).toEqual(first)
    expect(await state.countOpenCorrections()).toBe(1)
    const shown = { ...first, status: 'released', released_at: released }
    expect(await state.releaseCorrection(1, change)).toEqual(shown)
    expect(await state.countOpenCorrections()).toBe(0)
    expect(await state.fixCorrection(1, null, change)).toEqual({ refused: 'Nothing is published yet.' })
    await publishEvents(state, 'before', { count: 0, from: '2028-02-01T00:00:00.000Z' })
    expect(await state.fixCorrection(1, null, change)).toHaveProperty('refused')
    await publishEvents(state, 'after', { count: 1, from: published })
    expect(await state.fixCorrection(1, 3, change)).toEqual({ refused: 'There is no publication 3.' })
    expect(await state.fixCorrection(1, 1, change)).toHaveProperty('refused')
    const fixed = { ...shown, status: 'fixed', fixed_at: published, publication: 2, bundle: 'after' }
    expect(await state.fixCorrection(1, null, change)).toEqual(fixed)
    expect(await state.fixTimes()).toEqual([86_400])
    await reopen()
    expect(await state.findCorrection(1)).toEqual(fixed)
    const audited = (await state.audit(null, 9)).map(({ action, by, detail }) => ({ action, by, detail }))
    const detail = { correction: 1, record: report.record }
    expect(audited).toEqual([
      { action: 'correction.fixed', by: 'ada', detail: { ...detail, publication: 2 } },
      { action: 'correction.released', by: 'ada', detail },
    ])
  })

  it('lose their text when they are rejected, also after they were public', async () => {
    await open()
    await open()
    await state.releaseCorrection(2, change)
    for (const id of [1, 2])
      expect(await state.rejectCorrection(id, 'it names a person', change)).toMatchObject({
        ...{ status: 'rejected', text: '', reason: 'it names a person', rejected_at: released },
      })
    const kept = JSON.stringify(await place.rows('SELECT * FROM correction'))
    expect(kept).not.toContain('second')
    expect(await state.rejectCorrection(1, 'again', change)).toHaveProperty('refused')
    expect(await state.releaseCorrection(1, change)).toHaveProperty('refused')
    expect(await state.fixCorrection(1, null, change)).toHaveProperty('refused')
    expect(await state.audit(null, 9)).toHaveLength(3)
  })

  it('are listed by status, newest first, page by page', async () => {
    for (let at = 0; at < 5; at++) await open()
    for (const id of [1, 3, 4]) await state.releaseCorrection(id, change)
    const ids = async (...asked: Parameters<ServiceStore['corrections']>) =>
      (await state.corrections(...asked)).map(({ id }) => id)
    expect(await ids(['open'], 9)).toEqual([5, 2])
    expect(await ids(['released', 'fixed'], 2)).toEqual([4, 3])
    expect(await ids(['released', 'fixed'], 2, { before: 3 })).toEqual([1])
    expect(await ids(['rejected'], 9)).toEqual([])
    await open('contest/70')
    await open('endorser/7')
    expect(await ids(['open', 'released'], 9, { record: 'contest/7' })).toEqual([5, 4, 3, 2, 1])
    expect(await ids(['open', 'released'], 9, { record: 'contest/7', before: 3 })).toEqual([2, 1])
    expect(await ids(['open'], 9, { record: 'endorser/7' })).toEqual([7])
    expect(await ids(['open'], 9, { record: "contest/7' OR 1 = 1 --" })).toEqual([])
  })

  it('name the endorsements that have a released report', async () => {
    for (const record of ['endorsement/9', 'endorsement/9', 'endorsement/8', 'endorsement/7', 'contest/6'])
      await open(record)
    for (const id of [1, 2, 3, 5]) await state.releaseCorrection(id, change)
    expect(await state.reportedEndorsements()).toEqual([8, 9])
  })

  it('refuse an unknown report', async () => {
    const refused = { refused: 'There is no report 7.' }
    expect(await state.releaseCorrection(7, change)).toEqual(refused)
    expect(await state.rejectCorrection(7, 'no', change)).toEqual(refused)
    expect(await state.fixCorrection(7, null, change)).toEqual(refused)
    expect(await state.findCorrection(7)).toBeUndefined()
  })

  it('are refused while too many wait for the operator', async () => {
    await place.rows(`INSERT INTO correction (record, status, text, opened_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT 'contest/' || i, 'open', 'x', '${opened}' FROM n`)
    expect(await state.openCorrection(report, opened)).toEqual({
      refused: '1000 reports wait for the operator: try again later.',
    })
    await state.rejectCorrection(5, 'spam', change)
    expect(await state.openCorrection(report, opened)).toMatchObject({ status: 'open' })
  })
}

function taken(answer: StoredCorrection | Refusal): StoredCorrection {
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}
