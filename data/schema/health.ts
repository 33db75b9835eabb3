// The response of the readiness probe, and the reasons that the sources give for a degraded service.

import { z } from 'zod'
import { dataAge, isStale, type LastRun, runSummary } from './last-run.ts'
import { DATA_KINDS, type DataKind } from './vocabulary.ts'

export const DEGRADED_CODES = [
  'older_publication',
  'overlay_invalid',
  'overlay_unmatched',
  'part_damaged',
  'source_held_back',
  'source_stale',
  'state_unavailable',
  'state_unwritable',
] as const
export type DegradedCode = (typeof DEGRADED_CODES)[number]

export const degraded = z
  .object({
    code: z.enum(DEGRADED_CODES).meta({
      id: 'DegradedCode',
      description:
        'older_publication: the newest publication cannot be opened, so an older one is served and the feed waits. overlay_invalid: a file of the overlay cannot be used, so the last good overlay stays in service. overlay_unmatched: an entry of the overlay names a record that the bundle does not have. part_damaged: a file in service has changed since it was published. source_held_back: a source lost too many rows at once, so its last good rows stay in service. source_stale: a source answers, but its content has not changed for longer than expected. state_unwritable: the disk accepts no writes, so publishing, keys and the feed wait. state_unavailable: the database of the state is away, so publishing, keys and the feed wait, and data requests are answered for at most a minute.',
    }),
    message: z.string().meta({
      description: 'One sentence for the operator, without private data.',
      examples: ['Publication 12 cannot be opened: publication 11 is served instead, and the feed waits.'],
    }),
  })
  .meta({ id: 'Degraded', description: 'A reason why the service is degraded.' })
export type Degraded = z.infer<typeof degraded>

export const readiness = z
  .object({
    status: z.literal('ready').meta({ description: 'The server answers.' }),
    bundle: z.string().meta({ description: 'Id of the bundle that answers.', examples: ['f73c82e9e7e3'] }),
    degraded: z.array(degraded).meta({ description: 'Reasons why the service is degraded; empty if it is not.' }),
    last_run: runSummary
      .nullable()
      .meta({ description: 'Last run that read, built or published. Null if none is recorded.' }),
    data: z.array(dataAge).meta({ description: 'Age of each kind of data.' }),
  })
  .meta({ id: 'Readiness', description: 'State of the server.' })
export type Readiness = z.infer<typeof readiness>

/** The reasons that the sources of the data give. Names no source: anyone may ask. */
export function degradedSources(record: LastRun | null): Degraded[] {
  const sources = Object.values(record?.sources ?? {})
  const held = sources.flatMap(({ kind, held_back }) => (held_back ? [{ kind, since: held_back.since }] : []))
  const stale = sources.filter(isStale).flatMap((source) => (source.stale ? [{ ...source, ...source.stale }] : []))
  const degraded: Degraded[] = []
  if (held.length > 0)
    degraded.push({
      code: 'source_held_back',
      message: `${count(held)} held back, because too many rows were lost at once.`,
    })
  if (stale.length > 0)
    degraded.push({
      code: 'source_stale',
      message: `${count(stale)} stale: the content has not changed for longer than expected.`,
    })
  return degraded
}

/** `Since 2028-03-22, 2 sources (endorsements, ballots) are` */
function count(sources: readonly { kind: DataKind; since: string }[]): string {
  const [first = ''] = sources.map(({ since }) => since.slice(0, 10)).sort()
  const kinds = DATA_KINDS.filter((kind) => sources.some((source) => source.kind === kind)).join(', ')
  return `Since ${first}, ${sources.length === 1 ? '1 source' : `${sources.length} sources`} (${kinds}) ${sources.length === 1 ? 'is' : 'are'}`
}
