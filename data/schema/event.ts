// An event of the change feed: its JSON, frozen when it is published, and the fields that filters use.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { choiceSummary } from './choice.ts'
import { contestSummary } from './contest.ts'
import { districtSummary } from './district.ts'
import { electionSummary } from './election.ts'
import { endorsement } from './endorsement.ts'
import { endorserSummary } from './endorser.ts'
import { instant, level } from './scalar.ts'
import { CHANGE_KINDS, type ChangeKind, type ContestKind, type Level } from './vocabulary.ts'

/** The fields whose change is an update. A renamed or withdrawn candidate is not an update (docs/rules.md#events). */
export const changingFields = endorsement
  .pick({ rank: true, statement: true, source_url: true, published_on: true })
  .extend({
    statement_es: endorsement.shape.statement.optional().meta({
      description:
        'The statement in Spanish; null if there is none, or if it equals `statement`. Absent from events of versions that did not have it.',
      examples: ['El mejor historial en materia de agua.'],
    }),
  })
export type ChangingFields = z.infer<typeof changingFields>

const { type, lines_precision } = districtSummary.shape
const eventDistrict = districtSummary
  .extend({
    type: type.optional().meta({ description: 'Kind of district. Absent from events of version 0.1.0.' }),
    lines_precision: lines_precision.optional().meta({
      description: 'As in a district. Absent from events of version 0.1.0.',
    }),
  })
  .meta({ id: 'EventDistrict', description: 'A district as it appears in an event.' })

/** The level is in the body, and so in the hash chain, because a filter reads it. */
export const eventContest = contestSummary
  .extend({
    district: eventDistrict,
    level: level.optional().meta({
      description:
        "Level of the contest's office, which the filter `levels` reads. Absent from events of version 0.1.0.",
      examples: ['state'],
    }),
  })
  .meta({ id: 'EventContest', description: 'A contest as it appears in an event.' })

export const event = z
  .object({
    id: z
      .string()
      .regex(/^evt_[a-z2-7]{26}$/)
      .meta({
        description: 'Unique id of the event. Use it to drop duplicates.',
        examples: ['evt_j4os2pdznf4iqaaaaaaaaaaewe'],
      }),
    type: z
      .enum(CHANGE_KINDS.map((kind) => `endorsement.${kind}` as const))
      .meta({ id: 'EventType', description: 'Kind of change of the endorsement.' }),
    occurred_at: instant.meta({
      description: 'When the change was published; it never decreases along the feed.',
      examples: ['2024-10-15T14:03:27.118Z'],
    }),
    endorsement: z.object({ id: endorsement.shape.id, ...changingFields.shape }).meta({
      id: 'EventEndorsement',
      description: 'The new values; for a deleted endorsement, its last values.',
    }),
    previous: changingFields
      .partial()
      .meta({ id: 'PreviousFields' })
      .nullable()
      .meta({ description: 'For an update: the fields that changed, with their previous values. Otherwise null.' }),
    reason: z.literal('correction').optional().meta({
      description:
        'Present on an update that was published while a released report of an error in this endorsement waited to be fixed. Otherwise absent.',
    }),
    endorser: endorserSummary,
    contest: eventContest,
    election: electionSummary,
    choice: choiceSummary,
  })
  .meta({ id: 'Event', description: 'One change of one endorsement.' })
export type Event = z.infer<typeof event>

export const eventPage = z
  .object({
    data: z.array(event).meta({ description: 'Events in the order of the feed.' }),
    next_cursor: z.string().meta({
      description: 'Position for the next request, past the events that the filter skipped. Never null.',
      examples: ['AU8dLDtaaXiHAAAAAAAABLE'],
    }),
    has_more: z.boolean().meta({ description: 'Whether more events are available: if true, call again at once.' }),
  })
  .meta({ id: 'EventPage' })

/** The fields that a filter uses. */
export interface EventFacets {
  kind: ChangeKind
  category: string
  endorser_slug: string
  /** USPS code or `national`. */
  endorser_state: string
  /** State in which the contest is voted. */
  state: string
  election_slug: string
  contest_kind: ContestKind
  level: Level
}

export interface FeedEvent extends EventFacets {
  /** 1, 2, 3, … within the epoch, without gaps. */
  seq: number
  occurred_at: string
  /** JSON of the Event. */
  body: string
}

/** The hash before the first event. */
export const CHAIN_START = '0'.repeat(64)

/** Hash of an event and the previous hash: a change of one event changes all later hashes. */
export function chainHash(before: string, body: string): string {
  return createHash('sha256').update(`${before}\n${body}`).digest('hex')
}

/** The end of the log as text, for an operator to store elsewhere and for `events verify --expect`: `150:9f2c…`. */
export function formatHead({ seq, chain }: { seq: number; chain: string }): string {
  return `${seq}:${chain}`
}

/** The inverse of formatHead. Undefined for any other text. */
export function parseHead(text: string): { seq: number; chain: string } | undefined {
  const [, digits, chain] = /^(0|[1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  return digits === undefined || chain === undefined ? undefined : { seq: Number(digits), chain }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** `evt_` and the base32 (RFC 4648, lower case, no padding) of eight bytes each of epoch and sequence. @param epoch 16 hex digits */
export function eventId(epoch: string, seq: number): string {
  const bytes = Buffer.alloc(16)
  bytes.write(epoch, 'hex')
  bytes.writeBigUInt64BE(BigInt(seq), 8)
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const digits = bits.match(/.{1,5}/g) ?? []
  return `evt_${digits.map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')}`
}

/** The inverse of eventId. Undefined for any other text. */
export function parseEventId(id: string): { epoch: string; seq: number } | undefined {
  if (!/^evt_[a-z2-7]{26}$/.test(id)) return undefined
  const bits = [...id.slice(4)].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const octets = bits.match(/.{8}/g) ?? []
  const bytes = Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)))
  const seq = Number(bytes.readBigUInt64BE(8))
  const epoch = bytes.toString('hex', 0, 8)
  return eventId(epoch, seq) === id ? { epoch, seq } : undefined
}

// A change of the feed in words, for a terminal and for feed readers.

const VERBS: Readonly<Record<Event['type'], string>> = {
  'endorsement.created': 'endorses',
  'endorsement.updated': 'changed its endorsement of',
  'endorsement.deleted': 'withdrew its endorsement of',
}

/** `Oak Party (Political parties) withdrew its endorsement of Ada Alder: County Commissioner, General Election, 2024-11-05` */
export function describeEvent({ type, endorsement, endorser, contest, election, choice }: Event): string {
  const rank = endorsement.rank === null ? '' : `, rank ${endorsement.rank}`
  const gone = choice.withdrawn ? ' (has withdrawn as a candidate)' : ''
  return `${endorser.name} (${endorser.category.name}) ${VERBS[type]} ${choice.label}${gone}${rank}: ${contest.title}, ${election.name}, ${election.date}`
}

/** Its other facts, a line each: the endorser's words, their source, and the values before the change. */
export function listFacts({ endorsement, previous }: Event): string[] {
  const changed = Object.entries(previous ?? {}).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} was: ${value ?? 'none'}`,
  )
  return [endorsement.statement, endorsement.source_url, ...changed]
    .filter((fact) => fact !== null)
    .filter((fact) => fact !== '')
}
