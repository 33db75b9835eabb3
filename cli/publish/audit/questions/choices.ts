// Questions about the choices of a contest and their endorsements.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { loadFacts } from '../facts.ts'
import type { ChoiceRecord, ContestRecord, Nation } from '../nation.ts'
import { AUDIT_FIRST_YEAR, Tally } from '../question.ts'

async function eachContest(
  nation: Nation,
  wants: (contest: ContestRecord) => boolean,
  visit: (tally: Tally, contest: ContestRecord, name: ReturnType<typeof nameOf>) => void,
): Promise<Tally> {
  const tally = new Tally()
  for (const contest of await nation.contests())
    if (Number(contest.election.date.slice(0, 4)) >= AUDIT_FIRST_YEAR && wants(contest))
      visit(tally, contest, nameOf(contest))
  return tally
}

function nameOf({ election, district, id, title }: ContestRecord) {
  return { what: `${election.slug} ${district.type} ${id} ${title}`, at: `/v1/contests/${id}` }
}

function isRace({ kind }: ContestRecord): boolean {
  return kind === 'candidate'
}

/** Choices that a voter may mark for a person. */
function standing({ choices }: ContestRecord): readonly ChoiceRecord[] {
  return choices.filter(({ withdrawn, option }) => !withdrawn && option === null)
}

/** A family name alone, unless the record says that the name is incomplete. */
export function bareSurname(nation: Nation): Promise<Tally> {
  return eachContest(nation, isRace, (tally, contest, name) => {
    for (const choice of contest.choices) {
      if (choice.candidate === null || choice.details?.name_incomplete) continue
      tally.judge(/\S[\s.]+\S/u.test(choice.label.trim()), () => ({
        ...name,
        got: choice.label,
        expected: 'a full name, or name_incomplete',
      }))
    }
  })
}

const WRITE_IN = /\bwrit(e|ten|ing)?[\s-]*ins?\b/i
const TALLY_LINE =
  /^(scatter(ing|ed)?|over ?votes?|under ?votes?|blanks?( votes| ballots)?|void|spoiled( ballots)?|total( votes)?( cast)?|no (candidate|nomination|vote)s?( filed)?|unresolved|exhausted|invalid( votes)?|none|other(s)?|misc(ellaneous)?|n\/?a|not assigned|vacant|all others|unassigned)\.?$/i

/** A line that counts votes for nobody on the ballot. */
export function writeInLine(nation: Nation): Promise<Tally> {
  return eachContest(nation, isRace, (tally, contest, name) => {
    for (const { label, option } of contest.choices)
      tally.judge(option !== null || !(WRITE_IN.test(label) || TALLY_LINE.test(label.trim())), () => ({
        ...name,
        got: label,
        expected: 'a candidate',
      }))
  })
}

/** UTF-8 read as Windows-1252, digits inside words, and marks that reorder text. */
const GARBLED =
  /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œ]|â€|\ufffd|\p{L}\d+\p{L}|[\u202a-\u202e\u2066-\u2069]|&(?:amp|quot|#\d+);|[\p{Cc}]/u

/** Names as a person writes them. */
export function garbledName(nation: Nation): Promise<Tally> {
  return eachContest(nation, isRace, (tally, contest, name) => {
    for (const { label } of contest.choices)
      tally.judge(!GARBLED.test(label), () => ({
        ...name,
        got: JSON.stringify(label),
        expected: 'a name as people write it',
      }))
  })
}

/** In a contest in which the ballot prints parties, each candidate has one. */
export function partyShown(nation: Nation): Promise<Tally> {
  return eachContest(nation, isPartisan, (tally, contest, name) => {
    for (const choice of standing(contest))
      tally.judge(
        choice.party !== null || choice.party_label !== null || choice.details?.party_missing !== undefined,
        () => ({
          ...name,
          got: `${choice.label} without a party`,
          expected: 'a party, or the reason for none',
        }),
      )
  })
}

function isPartisan(contest: ContestRecord): boolean {
  const { kind, party, details, choices, district, election } = contest
  if (kind !== 'candidate' || details.nonpartisan || party !== null) return false
  const isLegislative = /^(congressional|state_upper|state_lower)$/.test(district.type) && election.state !== 'NE'
  return isLegislative || choices.some((choice) => choice.party !== null)
}

/** What a ballot prints of people without a party. */
const NO_PARTY = /^(?:no (?:political )?party\b.*|unaffiliated|independent|non-?partisan|other|none)$/i

/** A party names one candidate for a seat: of two, the source gives one the wrong party. */
export function partyRivals(nation: Nation): Promise<Tally> {
  return eachContest(nation, isOfNominees, (tally, contest, name) => {
    const named = standing(contest).flatMap(({ party }) => (party === null || NO_PARTY.test(party) ? [] : party))
    const twice = named.filter((party, at) => named.indexOf(party) !== at)
    const people = standing(contest).filter(({ party }) => party !== null && twice.includes(party))
    tally.judge(twice.length === 0, () => ({
      ...name,
      got: people.map(({ label, party }) => `${label} (${party})`).join(', '),
      expected: 'one candidate of a party',
    }))
  })
}

function isOfNominees({
  kind,
  election,
  party,
  votes_allowed,
  level,
  title,
  district,
  details,
}: ContestRecord): boolean {
  if (kind !== 'candidate' || election.type !== 'general' || party !== null || details.nonpartisan) return false
  return (
    votes_allowed === 1 &&
    (level === 'federal' ||
      (district.type === 'state' && /^(?:President and Vice President|Governor)\b(?!['’])/.test(title)))
  )
}

/** @setting Races of an election from which on `audit` does not believe that nobody stands against anybody. */
const RACES_WITH_RIVALS = 20

/** A list of winners looks like a ballot on which nobody has a rival. */
export async function onlyWinners(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const races = (await nation.contests()).filter(({ kind, details }) => kind === 'candidate' && !details.write_in_only)
  for (const [slug, own] of groupBy(races, ({ election }) => election.slug)) {
    if (own.length < RACES_WITH_RIVALS) continue
    const isWon = own.every((contest) => standing(contest).length <= contest.votes_allowed)
    tally.judge(!isWon || own.every(({ details }) => details.winners_only), () => ({
      what: slug,
      got: `${own.length} races, none with more candidates than seats`,
      expected: 'rivals, or winners_only',
      at: `/v1/contests?elections=${slug}`,
    }))
  }
  return tally
}

/** Nobody stands against anybody. */
export function uncontested(nation: Nation): Promise<Tally> {
  return eachContest(
    nation,
    (contest) => isRace(contest) && contest.details.uncontested === true,
    (tally, contest, name) => {
      const count = standing(contest).length
      tally.judge(count === contest.votes_allowed, () => ({
        ...name,
        got: `${count} choices for ${contest.votes_allowed} to mark`,
        expected: 'one choice for each seat',
      }))
    },
  )
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const SEATS_IN_TITLE =
  /\b(?:vote for|elect|choose)(?: up to| no more than| not more than| any)? (\d{1,2}|one|two|three|four|five|six|seven|eight|nine)\b|\((\d{1,2}) seats?\)|\b(\d{1,2}) (?:seats|to be elected)\b/i

/** The seats that the title or the law says. */
export function votesAllowed(nation: Nation): Promise<Tally> {
  const chambers = new Map(loadFacts().chambers.map((one) => [`${one.state} ${one.type}`, one]))
  return eachContest(nation, isRace, (tally, contest, name) => {
    if (contest.details.votes_allowed_is_minimum || contest.vote_method === 'ranked_choice') return
    const { district, election, title, party, details } = contest
    const [, vote, some, seats] = SEATS_IN_TITLE.exec(title) ?? []
    const said = vote ?? some ?? seats
    const inTitle =
      said === undefined ? undefined : /^\d/.test(said) ? Number(said) : WORDS.indexOf(said.toLowerCase()) + 1
    const chamber = chambers.get(`${election.state} ${district.type}`)
    const isWhole = chamber?.districts != null && chamber.seats % chamber.districts === 0
    const ofDistrict =
      isWhole && chamber.districts !== null ? chamber.seats / chamber.districts / chamber.contests : undefined
    const byLaw =
      district.type === 'congressional'
        ? 1
        : details.party_office || party !== null
          ? undefined
          : inTurns(election.state, ofDistrict)
    const expected = inTitle ?? byLaw
    if (expected === undefined || expected === 0) return
    tally.judge(
      contest.votes_allowed === expected || (details.short_term === true && contest.votes_allowed === 1),
      () => ({
        ...name,
        got: String(contest.votes_allowed),
        expected: `${expected}${inTitle === undefined ? '' : ', as the title says'}`,
      }),
    )
  })
}

/** West Virginia elects one of the two senators of a district at a time. */
function inTurns(state: string, seats: number | undefined): number | undefined {
  return state === 'WV' && seats === 2 ? 1 : seats
}

/** A measure or a retention has one answer for and one against. */
export function measureAnswers(nation: Nation): Promise<Tally> {
  return eachContest(
    nation,
    ({ kind }) => kind !== 'candidate',
    (tally, { choices }, name) => {
      const answers = choices.map(({ measure_answer }) => measure_answer)
      const isRight = answers.length === 2 && answers.includes('yes') && answers.includes('no')
      tally.judge(isRight, () => ({
        ...name,
        got: choices.map(({ label, measure_answer }) => `${label} (${measure_answer})`).join(', ') || 'no choice',
        expected: 'one answer for and one against',
      }))
    },
  )
}

/** A race has somebody to choose. */
export function hasChoices(nation: Nation): Promise<Tally> {
  return eachContest(
    nation,
    (contest) => isRace(contest) && !contest.details.write_in_only && !contest.details.choices_incomplete,
    (tally, { choices }, name) => {
      tally.judge(choices.length > 0, () => ({ ...name, got: 'no choice', expected: 'candidates, or write_in_only' }))
    },
  )
}

// Their endorsements.

const endorsement = z.object({
  id: z.number(),
  contest: z.object({ id: z.number() }),
  choice: z.object({ id: z.number(), label: z.string() }).nullable(),
})

/** Nobody stands in two districts of a chamber at once: the endorsement of a namesake is doubtful. */
export async function endorsedElsewhere(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const contests = (await nation.contests()).filter(
    ({ kind, district, election }) =>
      kind === 'candidate' &&
      /^(congressional|state_upper|state_lower)$/.test(district.type) &&
      Number(election.date.slice(0, 4)) >= AUDIT_FIRST_YEAR,
  )
  const byId = new Map(contests.map((contest) => [contest.id, contest]))
  const standing = groupBy(
    contests.flatMap((contest) => contest.choices.map((choice) => ({ contest, choice }))),
    ({ contest, choice }) => `${contest.election.slug} ${contest.district.type} ${choice.label.toLowerCase()}`,
  )
  const states = nation.states === null ? {} : { states: [...nation.states].join(',') }
  for (const { id, contest: about, choice } of await nation.ask.list('/v1/endorsements', states, endorsement)) {
    const contest = byId.get(about.id)
    if (!contest || !choice) continue
    const { election, district } = contest
    const others = (standing.get(`${election.slug} ${district.type} ${choice.label.toLowerCase()}`) ?? []).filter(
      (one) => one.contest.district.ocd_id !== district.ocd_id,
    )
    const isHere = contest.choices.some((one) => one.id === choice.id)
    tally.judge(isHere && others.length === 0, () => ({
      what: `${election.slug} ${district.type} ${id} ${choice.label}`,
      got: isHere
        ? `stands in ${[district, ...others.map((one) => one.contest.district)].map(({ name }) => name).join(' and ')}`
        : 'no choice of the contest',
      expected: 'a choice of this district alone',
      at: `/v1/endorsements/${id}`,
    }))
  }
  return tally
}
