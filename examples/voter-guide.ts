// Prints a guide to the next ballot of a place: who backs whom, and the choice that the chosen kinds of endorsers back most.
//
//   export HUSTINGS_URL=http://127.0.0.1:8080 HUSTINGS_KEY=hst_live_…
//   npx tsx examples/voter-guide.ts newspaper,labor "Sample Harbor, ME"
//
// `make run` prints both variables. A point such as 44.45,-69.78 is a place too. Without a place it reads one from stdin: type an address
// there, because a command's words stay in the history of the shell.

import { text } from 'node:stream/consumers'
import { createClient, HustingsError, type Recommendations } from 'hustings-client'

type Contest = Recommendations['contests'][number]
type Choice = Contest['choices'][number]

const LEVELS = ['federal', 'state', 'county', 'city', 'school', 'special'] as const
const RULES: Readonly<Record<string, string>> = {
  no_position: 'None of the chosen endorsers took a position.',
  only_withdrawn: 'Every endorsed choice has withdrawn.',
  tie: 'The endorsers are split: a tie.',
}

function describeChoice({ label, party, withdrawn, endorsed_by }: Choice): string[] {
  const backers = endorsed_by.map(({ endorser, rank, source_url }) => {
    const ranked = rank === null ? '' : `, as number ${rank}`
    return `    - ${endorser.name}${ranked}${source_url === null ? '' : `: ${source_url}`}`
  })
  return [`- ${label}${party === null ? '' : `, ${party}`}${withdrawn ? ' (withdrawn)' : ''}`, ...backers]
}

function describeResult({ choices, recommendation, explanation, vote_method }: Contest): string {
  const labelOf = (id: number) => choices.find((choice) => choice.id === id)?.label ?? ''
  const labels = recommendation.choice_ids.map(labelOf)
  if (labels.length === 0) return RULES[explanation?.rule ?? ''] ?? 'No choice leads.'
  const marks = vote_method === 'ranked_choice' ? labels.map((label, at) => `${at + 1}. ${label}`) : labels
  const [pivotal] = explanation?.pivotal_endorsers ?? []
  const narrow = pivotal ? ` Without ${pivotal.name} the result would differ.` : ''
  return `Most backed: **${marks.join(', ')}** (${recommendation.agreement} of ${recommendation.endorser_count}).${narrow}`
}

function describeContest(contest: Contest): string[] {
  const { title, election, match, votes_allowed, ranks_allowed, description } = contest
  const marks = ranks_allowed === null ? `Vote for ${votes_allowed}` : `Rank up to ${ranks_allowed}`
  return [
    `\n### ${title}\n`,
    `${election.name}, ${election.date}. ${marks}.`,
    ...(match === 'possible' ? ['**Only a part of this place votes here: check your own ballot.**'] : []),
    ...(description === null ? [] : [description]),
    '',
    ...contest.choices.flatMap(describeChoice),
    `\n${describeResult(contest)}`,
  ]
}

function describeGuide({ location, contests }: Recommendations): string[] {
  const missing = '\n**This guide may lack contests: the data for this place is not complete.**'
  const parts = LEVELS.flatMap((level) => {
    const own = contests.filter((contest) => contest.level === level)
    return own.length === 0 ? [] : [`\n## ${level}`, ...own.flatMap(describeContest)]
  })
  return [`# Ballot of ${location.label ?? 'your place'}`, ...(location.complete ? [] : [missing]), ...parts]
}

const { HUSTINGS_URL: url = 'http://127.0.0.1:8080', HUSTINGS_KEY: key } = process.env
const [categories = '', ...words] = process.argv.slice(2)
const location = words.length > 0 ? words.join(' ') : (await text(process.stdin)).trim()
const chosen = categories === '' ? [] : categories.split(',')
try {
  const client = createClient({ url, key })
  // To the server, a category that does not exist is one without endorsers.
  const known = (await client.listEndorserCategories()).map(({ slug }) => slug)
  const unknown = chosen.filter((category) => !known.includes(category))
  if (unknown.length > 0) throw new RangeError(`Unknown kind of endorser: ${unknown}. Expected some of ${known}.`)
  const filter = chosen.length === 0 ? {} : { categories: chosen }
  const [, lat, lng] = /^(-?[\d.]+)\s*,\s*(-?[\d.]+)$/.exec(location) ?? []
  const place = lat && lng ? { lat: Number(lat), lng: Number(lng) } : { location }
  const guide = await client.getRecommendations({ ...place, ...filter, explain: true })
  console.log(describeGuide(guide).join('\n'))
} catch (error) {
  if (!(error instanceof HustingsError || error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
