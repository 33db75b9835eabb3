import { beforeEach, describe, expect, it } from 'vitest'
import { CHAIN_START, chainHash } from '../../../../../data/schema/event.ts'
import type { ChainedEvent } from '../../../../../data/store/state/events.ts'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { makeEvents, publishEvents, stageNext } from '../../feed-events.ts'
import { killAfter, startScript } from '../../killed.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function feedSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const ALL = { after: 0, through: Number.MAX_SAFE_INTEGER, limit: 100_000 }

  freshState(engine)

  const publish = (
    bundle: string,
    expectedPublication: number | null,
    staged: Parameters<ServiceStore['publish']>[0]['staged'],
  ) => state.publish({ expectedPublication, bundle, published_at: at, staged })
  const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq)

  describe('a stage', () => {
    it('becomes current together with its bundle, not before', async () => {
      await publish('a', null, null)
      const { events, staged } = makeEvents({ count: 3 })
      const stage = await state.beginStage()
      expect(await state.stageEvents(stage, events.slice(0, 2))).toBeUndefined()
      expect(await state.stageEvents(stage, events.slice(2))).toBeUndefined()
      expect(await state.events(ALL)).toEqual([])
      expect(await state.chain(0, 10)).toEqual([])
      expect(await state.nextOccurred(0)).toBeUndefined()
      expect(await state.seqBefore('9999-01-01T00:00:00.000Z')).toEqual({ seq: 0, whole: true })
      expect(await state.head()).toMatchObject({ seq: 0, occurred_at: null, chain: CHAIN_START })
      expect(await publish('b', 1, { stage, ...staged })).toEqual({ publication: 2, changed: true })
      expect(await state.head()).toMatchObject({ publication: 2, bundle: 'b', ...staged })
      expect(await state.chain(0, 10)).toEqual(events)
      expect(await state.events(ALL)).toEqual(events.map(({ chain_before: _, ...event }) => event))
      expect((await state.publications(2)).map(({ seq }) => seq)).toEqual([3, 0])
    })

    it('is refused after another stage has begun, and after another publication', async () => {
      await publish('a', null, null)
      const { events, staged } = makeEvents({ count: 2 })
      const first = await state.beginStage()
      await state.stageEvents(first, events)
      const second = await state.beginStage()
      expect(second).not.toBe(first)
      expect(await state.stageEvents(first, [])).toEqual({
        refused: 'Another publisher was first: its events are being staged now.',
      })
      expect(await publish('b', 1, { stage: first, ...staged })).toHaveProperty('refused')
      await publish('c', 1, null)
      expect(await state.stageEvents(second, events)).toEqual({
        refused: 'Another publisher was first: its publication is current now.',
      })
      expect(await publish('b', 2, { stage: second, ...staged })).toHaveProperty('refused')
      expect(await state.head()).toMatchObject({ bundle: 'c', seq: 0 })
    })

    it('begins without the events left by another', async () => {
      const left = makeEvents({ count: 5, epoch: 'aaaaaaaaaaaaaaaa' })
      await state.stageEvents(await state.beginStage(), left.events)
      const { events, staged } = await stageNext(state, { count: 2 })
      await publish('a', null, staged)
      expect(await state.chain(0, 10)).toEqual(events)
    })

    it('accepts only events in order, and refuses a whole batch with one out of order', async () => {
      await publishEvents(state, 'a', { count: 2, from: at })
      const head = await state.head()
      const { events } = makeEvents({ count: 3, from: '2028-03-01T12:00:01.000Z', ...(head && { after: head }) })
      const stage = await state.beginStage()
      const [first, second, third] = events
      if (!first || !second || !third) throw new Error('three events')
      const refused = async (batch: ChainedEvent[], sentence: string): Promise<void> => {
        expect(await state.stageEvents(stage, batch)).toEqual({ refused: sentence })
      }
      await refused([second], 'Event 4 cannot be staged: event 3 was expected.')
      await refused([first, third], 'Event 5 cannot be staged: event 4 was expected.')
      await refused([{ ...first, seq: 2 }], 'Event 2 cannot be staged: event 3 was expected.')
      const early = { ...first, occurred_at: at }
      await refused(
        [early],
        `Event 3 cannot be staged: it occurred at ${at}, before the previous event at 2028-03-01T12:00:01.000Z.`,
      )
      expect(await state.stageEvents(stage, [first])).toBeUndefined()
      await refused([{ ...second, occurred_at: at }], expect.stringContaining('Event 4 cannot be staged'))
      await refused([first], 'Event 3 cannot be staged: event 4 was expected.')
    })

    it('is published completely or not at all', async () => {
      await publishEvents(state, 'a', { count: 2 })
      const head = await state.head()
      const { events, staged } = makeEvents({
        count: 3,
        from: '2028-03-01T12:00:01.000Z',
        ...(head && { after: head }),
      })
      const stage = await state.beginStage()
      const refused = 'Not all events of this publication are staged: got 2 above event 2, expected all up to event 5.'
      await state.stageEvents(stage, events.slice(0, 2))
      expect(await publish('b', 1, { stage, ...staged })).toEqual({ refused })
      expect(await publish('b', 1, { stage, ...staged, seq: 2 })).toHaveProperty('refused')
      await state.stageEvents(stage, events.slice(2))
      expect(await publish('b', 1, { stage, ...staged })).toMatchObject({ changed: true })
    })

    it('of a repeated publication is no change', async () => {
      const { staged } = await stageNext(state, { count: 1 })
      for (const changed of [true, false]) expect(await publish('a', null, staged)).toEqual({ publication: 1, changed })
      await publish('b', 1, null)
      const { stage: _, ...end } = staged
      expect(await state.head()).toMatchObject({ publication: 2, ...end })
    })
  })

  describe('reading', () => {
    beforeEach(() => publishEvents(state, 'a', { count: 10 }))

    it('returns the requested events, up to the last committed one', async () => {
      expect(seqs(await state.events({ after: 3, through: 6, limit: 10 }))).toEqual([4, 5, 6])
      expect(seqs(await state.events({ after: 3, through: 6, limit: 2 }))).toEqual([4, 5])
      expect(seqs(await state.events({ after: 10, through: 20, limit: 2 }))).toEqual([])
      expect(seqs(await state.chain(8, 10))).toEqual([9, 10])
    })

    it('returns the time of the next event, or that it is pruned, or that there is none', async () => {
      expect(await state.nextOccurred(0)).toBe('2028-03-01T12:00:00.000Z')
      expect(await state.nextOccurred(9)).toBe('2028-03-01T12:00:09.000Z')
      expect(await state.nextOccurred(10)).toBeUndefined()
      await state.dropEvents(4)
      expect(await state.nextOccurred(3)).toBeNull()
      expect(await state.nextOccurred(4)).toBe('2028-03-01T12:00:04.000Z')
      await state.dropEvents(1000)
      expect(await state.nextOccurred(9)).toBeNull()
      expect(await state.nextOccurred(10)).toBeUndefined()
    })

    it('finds the position of an instant, pruned or not', async () => {
      const expectBefore = async (time: string, seq: number, whole: boolean): Promise<void> =>
        expect(await state.seqBefore(`2028-03-01T${time}Z`), time).toEqual({ seq, whole })
      await expectBefore('12:00:00.000', 0, true)
      await expectBefore('12:00:00.001', 1, true)
      await expectBefore('12:00:09.000', 9, true)
      await expectBefore('12:00:09.001', 10, true)
      await state.dropEvents(4)
      await expectBefore('12:00:02.000', 4, false)
      await expectBefore('12:00:03.000', 4, false)
      await expectBefore('12:00:03.001', 4, true)
      await expectBefore('12:00:05.000', 5, true)
      await state.dropEvents(4)
      await expectBefore('12:00:03.000', 4, false)
      await state.dropEvents(10)
      await expectBefore('12:00:09.000', 10, false)
      await expectBefore('12:00:09.001', 10, true)
    })

    it('returns the events to prune, and never drops staged events', async () => {
      expect(seqs(await state.eventsBefore('2028-03-01T12:00:03.000Z', 10))).toEqual([1, 2, 3])
      expect(seqs(await state.eventsBefore('2028-03-01T12:00:03.000Z', 2))).toEqual([1, 2])
      const { events, staged } = await stageNext(state, { count: 2, from: '2028-03-02T12:00:00.000Z' })
      expect(seqs(await state.eventsBefore('2030-01-01T00:00:00.000Z', 100))).toHaveLength(10)
      await state.dropEvents(12)
      expect(await publish('b', 1, staged)).toMatchObject({ changed: true })
      expect(await state.chain(0, 100)).toEqual(events)
    })
  })

  describe('an epoch', () => {
    it('begins over the existing state, and ends an open stage', async () => {
      await publishEvents(state, 'a', { count: 3 })
      const before = await state.head()
      const stage = await state.beginStage()
      const epoch = await state.beginEpoch()
      expect(epoch).toMatch(/^[0-9a-f]{16}$/)
      expect(epoch).not.toBe(before?.epoch)
      expect(await state.head()).toEqual({ ...before, epoch })
      expect(await state.stageEvents(stage, [])).toHaveProperty('refused')
      await publishEvents(state, 'b', { count: 1, from: '2028-03-02T00:00:00.000Z' })
      expect(seqs(await state.events(ALL))).toEqual([1, 2, 3, 4])
    })

    it('begins together with a publication that cannot be compared', async () => {
      await publishEvents(state, 'a', { count: 3 })
      const before = await state.head()
      const baseline = { expectedPublication: 1, bundle: 'b', published_at: at, staged: null, baseline: true as const }
      expect(await state.publish(baseline)).toEqual({ publication: 2, changed: true })
      const head = await state.head()
      expect(head).toEqual({ ...before, publication: 2, bundle: 'b', epoch: head?.epoch })
      expect(head?.epoch).not.toBe(before?.epoch)
      expect(await state.publish(baseline)).toEqual({ publication: 2, changed: false })
      expect(await state.head()).toEqual(head)
    })
  })

  describe('publishers that are killed or run at once', () => {
    it('leave no staged events visible', async () => {
      await publishEvents(state, 'a', { count: 2 })
      await killAfter(startScript('stage-writer.ts', place.address, 'stage'), 2)
      expect(await state.head()).toMatchObject({ publication: 1, seq: 2 })
      expect(seqs(await state.events(ALL))).toEqual([1, 2])
      await publishEvents(state, 'b', { count: 1, from: '2028-03-02T00:00:00.000Z' })
      expect(seqs(await state.events(ALL))).toEqual([1, 2, 3])
    })

    it('never mix their events, and lose no acknowledged event', async () => {
      const writers = [startScript('stage-writer.ts', place.address), startScript('stage-writer.ts', place.address)]
      const lines = (await Promise.all(writers.map((writer) => killAfter(writer, process.env.PROOF ? 100 : 8)))).flat()
      const events = await state.chain(0, 100_000)
      const head = await state.head()
      expect(seqs(events)).toEqual(events.map((_, index) => index + 1))
      expect(events.at(-1)?.seq).toBe(head?.seq)
      let chain = CHAIN_START
      for (const event of events) {
        expect(event.chain_before).toBe(chain)
        chain = chainHash(chain, event.body)
      }
      expect(head?.chain).toBe(chain)
      const publications = await state.publications(100_000)
      for (const line of lines) {
        const [publication, seq, bundle] = line.split(' ')
        expect(publications).toContainEqual(
          expect.objectContaining({ publication: Number(publication), seq: Number(seq), bundle }),
        )
      }
      const writersOf = publications.map(({ seq }) => {
        const own = events.slice(seq - 15, seq).map(({ body }) => /evt_.{13}/.exec(body)?.[0])
        return new Set(own).size
      })
      expect(new Set(writersOf)).toEqual(new Set([1]))
    })
  })
}
