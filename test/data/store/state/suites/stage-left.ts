// Events that an ended publisher left staged are deleted in steps. Other writers go on meanwhile, and no reader sees leftover events.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { makeEvents, publishEvents } from '../../feed-events.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function stageLeftSuite(engine: Engine): void {
  const LEFT = 2200
  const later = { from: '2028-03-02T00:00:00.000Z' }
  let other: ServiceStore

  freshState(engine)
  beforeEach(async () => {
    other = await place.open()
    await publishEvents(state, 'a', { count: 2 })
    const left = await makeMore(LEFT)
    await state.stageEvents(await state.beginStage(), left.events)
    expect(await count()).toBe(2 + LEFT)
  })
  afterEach(() => other.close())

  async function makeMore(count: number) {
    const head = await state.head()
    return makeEvents({ count, ...later, every: 1, ...(head && { after: head }) })
  }
  async function count(): Promise<number> {
    const [found] = await place.rows<{ count: number }>('SELECT count(*) AS count FROM event')
    return found?.count ?? 0
  }

  test('in short transactions: one that fails undoes none of those before it', async () => {
    await place.rows(engine.keepEvent(LEFT / 2))
    await expect(state.beginStage()).rejects.toThrow('the event stays')
    expect(await count()).toBeGreaterThanOrEqual(LEFT / 2)
    expect(await count()).toBeLessThan(2 + LEFT)
  })

  test('while others write; none remains once the new stage has begun', async () => {
    const { events, staged } = await makeMore(3)
    const begun = state.beginStage()
    for (let times = 0; times < 9; times++)
      expect(await other.renewLease({ server: 'one', publication: 1 })).toBeUndefined()
    const stage = await begun
    expect(await count()).toBe(2)
    expect(await state.stageEvents(stage, events)).toBeUndefined()
    const publication = { expectedPublication: 1, bundle: 'b', published_at: staged.occurred_at }
    expect(await state.publish({ ...publication, staged: { stage, ...staged } })).toMatchObject({ changed: true })
    expect((await state.chain(0, 10)).slice(2)).toEqual(events)
  })

  test('a stage begun during the deletion loses none of its events to the earlier one', async () => {
    const { events, staged } = await makeMore(3)
    const first = state.beginStage()
    // The first stage has begun to delete.
    await expect.poll(count, { interval: 1 }).toBeLessThan(2 + LEFT)
    const second = await other.beginStage()
    expect(await count()).toBe(2)
    expect(await other.stageEvents(second, events)).toBeUndefined()
    expect(await state.stageEvents(await first, events)).toHaveProperty('refused')
    const publication = { expectedPublication: 1, bundle: 'b', published_at: staged.occurred_at }
    expect(await other.publish({ ...publication, staged: { stage: second, ...staged } })).toMatchObject({
      changed: true,
    })
    expect((await other.chain(0, 10)).slice(2)).toEqual(events)
  })
}
