// The two sets of lines of a ballot answer, over states drawn at random (./lines-drawn.ts), against their definition.

import { afterAll, describe, expect, test } from 'vitest'
import { ballot } from '../../data/schema/ballot.ts'
import { record } from '../../data/schema/envelope.ts'
import { representatives } from '../../data/schema/officeholder.ts'
import { recommendations } from '../../data/schema/recommendation.ts'
import type { Box } from './box.ts'
import { type Client, openClient } from './client.ts'
import { type Fills, openFixture } from './fixture.ts'
import { CODES, type Corner, DATES, draw, fillsOf, holds, meet, type Record, randomFrom } from './lines-drawn.ts'

const SEED = 7
const corner: Corner = draw(SEED)
/** The seats that officeholders.ts has (of 2024-10-01) were filled by then. */
const SEATS_FILLED_BY = '2023-12-31'
/** Before both elections, and after all plans. */
const DAYS = { before: '2024-10-15', after: '2026-03-01' } as const
type Day = keyof typeof DAYS

const clients = await openOn(fillsOf(corner))
const vacant = await openOn({ ...fillsOf(corner), officeholders: () => {} })

/** A client for each day. */
async function openOn(fills: Fills): Promise<{ [day in Day]: Client }> {
  const fixture = await openFixture()
  afterAll(() => fixture.close())
  await fixture.publish({ fills })
  const { key } = await fixture.makeKey()
  const on = async (asOf: string) => openClient((await fixture.start({ asOf })).url, key)
  return { before: await on(DAYS.before), after: await on(DAYS.after) }
}

interface Asked {
  day: Day
  query: string
  state: string
  box: Box
  /** The plan whose election is requested; undefined for the upcoming elections of the day. */
  plan?: keyof typeof DATES | undefined
}

async function answersOf({ day, query, state, plan }: Asked) {
  const elections = plan ? `&elections=${state.toLowerCase()}-${DATES[plan]}-general` : ''
  const get = async (path: string) => {
    const { status, body } = await clients[day].get(path)
    expect(status, path).toBe(200)
    return body
  }
  return {
    ballot: record(ballot).parse(await get(`/v1/ballot?${query}${elections}`)).data,
    recommendations: record(recommendations).parse(
      await get(`/v1/recommendations?${query}${elections}&levels=county&only_endorsed=true`),
    ).data,
    representatives: record(representatives).parse(await get(`/v1/representatives?${query}`)).data,
  }
}

type Ballot = Awaited<ReturnType<typeof answersOf>>['ballot']

/** The expected districts by id, each with the kind of its lines. */
function expected({ box, day, plan }: Asked, { contests }: Ballot): Map<number, string> {
  const answered = plan ?? (day === 'before' ? '2024' : undefined)
  const date = answered ? DATES[answered] : DAYS[day]
  const certain = new Set(contests.filter(({ match }) => match === 'certain').map(({ district }) => district.id))
  const here = corner.records.filter((one) => one.box !== null && meet(one.box, box))
  const next = [
    ...corner.records.filter(({ summary }) => certain.has(summary.id)),
    ...here.filter((one) => holds(one, date)),
  ]
  const seats = here.filter(isSeat)
  const label =
    (lines: string) =>
    (one: Record): [number, string] => [one.summary.id, lines]
  return new Map([...seats.map(label('current_seat')), ...next.map(label('next_ballot'))])
}

/** True if the lines were in use when the seats were filled, or were the last ones in use by then, for held and vacant seats. */
function isSeat({ summary, type, valid_from, valid_to }: Record): boolean {
  if (type === 'state' || (valid_from ?? '') > SEATS_FILLED_BY) return false
  const later = corner.records.filter(
    (one) => one.summary.state === summary.state && one.type === type && (one.valid_from ?? '') > (valid_to ?? '9999'),
  )
  return later.every((one) => (one.valid_from ?? '') > SEATS_FILLED_BY)
}

/** Only of layers that the next ballot has too. */
function expectedDiffer(wanted: ReadonlyMap<number, string>, { contests }: Ballot): boolean {
  const typesOf = (ids: readonly number[]): Set<string> =>
    new Set(corner.records.filter(({ summary }) => ids.includes(summary.id)).map(({ type }) => type))
  const listed = (lines: string): number[] => [...wanted].filter(([, label]) => label === lines).map(([id]) => id)
  const next = typesOf([...listed('next_ballot'), ...contests.map(({ district }) => district.id)])
  return [...typesOf(listed('current_seat'))].some((type) => next.has(type))
}

const random = randomFrom(SEED + 1)
const POINTS = CODES.flatMap((state, at) =>
  Array.from({ length: 8 }, () => {
    // Never on a border, since borders are at hundredths.
    const lng = -120 + at * 10 + Math.floor(random() * 200) / 100 + 0.005
    return { state, query: `lat=35.3&lng=${lng.toFixed(3)}`, box: [lng, 35.3, lng + 1e-6, 35.3001] as const }
  }),
)
const ZIPS = corner.zips.map(({ zip, state, box }) => ({ state, query: `location=${zip}`, box }))
const PLACES = [...POINTS, ...ZIPS]

describe.each([
  ['before', undefined],
  ['before', '2022'],
  ['after', undefined],
  ['after', '2024'],
] as const)('asked %s, of %s', (day, plan) => {
  test('each place lists the lines of its ballot and of its seats, once each, and says whether they differ', async () => {
    const differing = new Set<boolean>()
    for (const place of PLACES) {
      const asked = { ...place, day, plan }
      const answers = await answersOf(asked)
      const { districts, location } = answers.ballot
      const wanted = expected(asked, answers.ballot)
      expect(new Map(districts.map(({ id, lines }) => [id, lines])), place.query).toEqual(wanted)
      expect(districts.length).toBe(wanted.size)
      for (const { id, type, valid_from, valid_to, share } of districts) {
        const drawn = corner.records.find(({ summary }) => summary.id === id)
        expect({ type, valid_from, valid_to }).toEqual({
          ...{ type: drawn?.type, valid_from: drawn?.valid_from, valid_to: drawn?.valid_to },
        })
        if (location.exact) expect(share).toBe(null)
      }
      expect(location.lines_differ).toBe(expectedDiffer(wanted, answers.ballot))
      // Contests that a filter removes still count for `lines_differ`.
      expect(answers.recommendations.location.lines_differ).toBe(location.lines_differ)
      if (plan === undefined) expect(answers.representatives.location.lines_differ).toBe(location.lines_differ)
      differing.add(location.lines_differ)
    }
    // Seats have the lines of 2022. After the last plan the lines of the next ballot are unknown.
    const answersNewLines = plan === '2024' || (day === 'before' && plan === undefined)
    expect(differing.has(answersNewLines)).toBe(true)
  })
})

test.each<[what: string, isOne: (record: Record) => boolean]>([
  [
    'a plan that keeps a district',
    ({ valid_from, valid_to }) => valid_from === '2022-01-01' && valid_to === '2025-12-31',
  ],
  ['a held seat', (one) => isSeat(one) && one.held],
  ['a vacant seat', (one) => isSeat(one) && !one.held],
  ['a holder of later lines', (one) => !isSeat(one) && one.held],
  ['a district without lines', ({ box }) => box === null],
])('the random states have %s', (_, isOne) => expect(corner.records.some(isOne)).toBe(true))

test('officeholders and vacancies do not change the districts', async () => {
  const seats = new Set<boolean>()
  for (const { query } of PLACES) {
    const [without, beside] = await Promise.all(
      [vacant, clients].map(
        async ({ before }) => record(ballot).parse((await before.get(`/v1/ballot?${query}`)).body).data,
      ),
    )
    expect(without, query).toEqual(beside)
    seats.add(without?.districts.some(({ lines }) => lines === 'current_seat') ?? false)
  }
  expect(seats.has(true)).toBe(true)
})
