// Each question is right about a world without a fault, and finds the fault that is planted for it.

import { describe, expect, it } from 'vitest'
import { QUESTIONS } from '../../../cli/publish/audit/questions.ts'
import { type Choice, type Contest, createWorld, nationOf, type World } from './world.ts'

const contest = ({ contests }: World, title: RegExp): Contest => {
  const found = contests.find((one) => title.test(one.title))
  if (!found) throw new Error(`the world has no contest ${title}`)
  return found
}
const choice = (world: World, title: RegExp): Choice => {
  const [first] = contest(world, title).choices
  if (!first) throw new Error(`the contest ${title} has no choice`)
  return first
}
const lower = ({ districts }: World) => districts.filter(({ type }) => type === 'state_lower')
const without = (world: World, title: RegExp): void => {
  world.contests = world.contests.filter((one) => !title.test(one.title))
}

/** By the question that must find it: faults of its kind, one of them at a time. */
// biome-ignore format: a fault a line
const FAULTS: Readonly<Record<string, readonly ((world: World) => void)[]>> = {
  'holder-inside': [
    (world) => { world.holdersAt = () => [] },
    (world) => { for (const holder of world.holders) if (holder.office === 'us_representative') holder.district_id = null },
    (world) => { for (const one of lower(world)) one.has_boundary = false },
  ],
  'holder-outside': [
    (world) => { world.holdersAt = () => world.holders.map((holder) => ({ holder, match: 'certain' })) },
    (world) => { world.holdersAt = () => world.holders.map((holder) => ({ holder, match: 'possible' })) },
  ],
  'seat-districts': [
    (world) => { world.districtsAt = () => world.districts.filter(({ type }) => type !== 'state_upper') },
  ],
  'house-seats': [
    (world) => { world.holders = world.holders.filter(({ office }) => office !== 'us_representative') },
    (world) => {
      const [one] = world.holders.filter(({ office }) => office === 'us_representative')
      if (one) world.holders.push({ ...one, person_id: '00000000-0000-4000-8000-999999999999' })
    },
  ],
  'senate-seats': [
    (world) => { world.holders = world.holders.filter(({ term }) => term.end !== '2027-01-03') },
    (world) => { for (const { office, term } of world.holders) if (office === 'us_senator') term.end = '2031-01-03' },
  ],
  governors: [
    (world) => { world.holders = world.holders.filter(({ office }) => office !== 'governor') },
  ],
  chambers: [
    (world) => { world.holders = world.holders.filter(({ office }, at) => office !== 'state_representative' || at % 2 === 0) },
    (world) => { world.holders.push(...world.holders.filter(({ office }) => office === 'state_senator').slice(0, 1)) },
  ],
  'contest-inside': [
    (world) => { world.contestsAt = () => [] },
    (world) => {
      const right = world.contestsAt
      world.contestsAt = (point) => right(point).map(({ contest }) => ({ contest, match: 'possible' }))
    },
    (world) => {
      const right = world.contestsAt
      world.contestsAt = (point) => [...right(point), ...right(point)]
    },
  ],
  'contest-outside': [
    (world) => { world.contestsAt = () => world.contests.map((contest) => ({ contest, match: 'certain' })) },
    (world) => {
      const right = world.contestsAt
      world.contestsAt = (point) => {
        const here = right(point)
        const isHere = (one: Contest): boolean => here.some(({ contest }) => contest === one)
        return world.contests.map((contest) => ({ contest, match: isHere(contest) ? 'certain' : 'possible' }))
      }
    },
  ],
  'contest-drawn': [
    (world) => { for (const one of lower(world)) one.lines_precision = null },
    (world) => { contest(world, /Representative/).district.lines_precision = null },
  ],
  grid: [
    (world) => { world.contestsAt = () => world.contests.slice(0, 7).map((contest) => ({ contest, match: 'certain' })) },
    (world) => { world.contestsAt = () => world.contests.map((contest) => ({ contest, match: 'possible' })) },
  ],
  'area-contests': [
    (world) => { world.contestsIn = () => [] },
    (world) => {
      const right = world.contestsIn
      world.contestsIn = (location) => right(location).map(({ contest }) => ({ contest, match: 'certain' }))
    },
    (world) => {
      const right = world.districtsIn
      world.districtsIn = (location) => right(location).map((one) => ({ ...one, match: 'possible' }))
    },
  ],
  'one-current-record': [
    (world) => {
      const [one] = lower(world)
      if (one) world.districts.push({ ...one, id: 900 })
    },
    (world) => {
      const [one] = lower(world)
      if (one) world.districts.push({ ...one, id: 900, has_boundary: false, lines_precision: null })
    },
    (world) => {
      const [one] = lower(world)
      if (one) world.districts.push({ ...one, id: 900, type: 'county' })
    },
  ],
  'election-districts': [
    (world) => { world.districts = world.districts.filter(({ type }) => type !== 'state_lower') },
  ],
  'coverage-kept': [(world) => { world.missing = [{ kind: 'state_measure', reason: 'not_read' }] }],
  'house-due': [(world) => without(world, /Representative/)],
  'legislature-due': [(world) => without(world, /State House sldl 7$/), (world) => without(world, /State House/)],
  'statewide-due': [(world) => without(world, /President/)],
  'ranked-choice': [
    (world) => { contest(world, /Representative/).vote_method = 'plurality' },
    (world) => { contest(world, /State House/).vote_method = 'plurality' },
    (world) => { contest(world, /President/).vote_method = 'plurality' },
    // Not the mark of the election: voters of this contest rank.
    (world) => { Object.assign(contest(world, /Representative/), { vote_method: 'plurality', details: { ranked_choice: true } }) },
  ],
  runoff: [
    (world) => { contest(world, /Louisiana/).details = {} },
    (world) => { contest(world, /Louisiana/).details = { majority_required: true } },
    (world) => { contest(world, /Louisiana/).details = { majority_required: true, runoff_date: '2024-12-03' } },
  ],
  'same-title': [
    (world) => { contest(world, /Mayor/).title = contest(world, /Assembly/).title },
  ],
  'has-choices': [
    (world) => { contest(world, /Representative/).choices = [] },
  ],
  'bare-surname': ['Cruz', 'Guerra ', 'VanHollen', 'O’Rourke'].map((label) => (world: World) => {
    choice(world, /Representative/).label = label
  }),
  'garbled-name': [
    'AngÃ©lica Sample',
    'Gall0S Sample',
    'Avery \u202eSample',
    'Avery &amp; Sample',
    'Jos\ufffd Sample',
  ].map((label) => (world: World) => {
    choice(world, /Representative/).label = label
  }),
  'write-in-line': [
    'Write-In Totals',
    'WRITEIN',
    'Write ins (scattered)',
    'Over Votes',
    'Scattering',
    'Blank Ballots',
  ].map((label) => (world: World) => {
    choice(world, /Representative/).label = label
  }),
  'party-shown': [
    (world) => { Object.assign(choice(world, /Representative/), { party: null, party_label: null }) },
    (world) => { for (const one of contest(world, /State House/).choices) Object.assign(one, { party: null, party_label: null }) },
    (world) => { Object.assign(choice(world, /Borough Assembly/), { party: null, party_label: null }) },
  ],
  'party-rivals': [
    (world) => { choice(world, /President/).party = 'Sample Bay' },
    (world) => { choice(world, /United States Representative/).party = 'Sample Hill' },
    (world) => { Object.assign(contest(world, /Mayor/), { district: contest(world, /President/).district, title: 'Governor', choices: [choice(world, /Mayor/), { ...choice(world, /Mayor/), id: 903 }] }) },
  ],
  'only-winners': [
    (world) => {
      for (const one of world.contests) one.choices = one.choices.slice(0, 1)
      world.contests.push(...Array.from({ length: 20 }, (_, at) => ({ ...contest(world, /Mayor/), id: 950 + at })))
    },
  ],
  uncontested: [
    (world) => { contest(world, /Representative/).details = { uncontested: true } },
    (world) => { contest(world, /Mayor/).choices.push({ ...choice(world, /Mayor/), id: 901, label: 'Emery Sample' }) },
  ],
  'votes-allowed': [
    (world) => { contest(world, /Assembly/).votes_allowed = 1 },
    (world) => { Object.assign(contest(world, /State House/), { votes_allowed: 2, vote_method: 'multi_seat' }) },
    (world) => { Object.assign(contest(world, /Representative/), { votes_allowed: 2, vote_method: 'multi_seat' }) },
  ],
  'measure-answers': [
    (world) => { contest(world, /Measure/).choices.pop() },
    (world) => { choice(world, /Measure/).measure_answer = 'no' },
    (world) => { contest(world, /Measure/).choices = [] },
  ],
  'endorsed-elsewhere': [
    (world) => {
      const [at] = world.contests.filter(({ title }) => /State House/.test(title))
      const other = world.contests.filter(({ title }) => /State House/.test(title))[1]
      if (!at || !other) throw new Error('the world has no House')
      const [one] = at.choices
      if (!one) throw new Error('the House has no choices')
      other.choices.push({ ...one, id: 902 })
      world.endorsements.push({ id: 903, contest: { id: at.id }, choice: one })
    },
    (world) => {
      world.endorsements.push({
        id: 903,
        contest: { id: contest(world, /Representative/).id },
        choice: choice(world, /House/),
      })
    },
  ],
}

const failuresOf = async (world: World, id: string) => {
  const question = QUESTIONS.find((one) => one.id === id)
  if (!question) throw new Error(`no question is called ${id}`)
  return question.answer(nationOf(world))
}

describe.each(QUESTIONS)('$id', ({ id }) => {
  it('is asked, and right about a world without a fault', async () => {
    const { asked, failures } = await failuresOf(createWorld(), id)
    expect(failures).toEqual([])
    expect(asked).toBeGreaterThan(0)
  })

  it('finds each planted fault, and names what shows it', async () => {
    const faults = FAULTS[id] ?? []
    expect(faults.length).toBeGreaterThan(0)
    for (const [at, plant] of faults.entries()) {
      const world = createWorld()
      plant(world)
      const { failures } = await failuresOf(world, id)
      expect(failures.length, `fault ${at + 1}`).toBeGreaterThan(0)
      for (const failure of failures) {
        expect(failure.what).toMatch(/^(AK|ak|la)\b/)
        expect(failure.what).not.toContain('\n')
        expect(failure.got).not.toBe(failure.expected)
        expect(failure.at).toMatch(/^\/v1\//)
      }
    }
  })
})

it('has a planted fault for every question, and no question twice', () => {
  const ids = QUESTIONS.map(({ id }) => id)
  expect(Object.keys(FAULTS).sort()).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})
