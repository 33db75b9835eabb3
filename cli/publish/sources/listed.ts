// The sources of a folder, as the subcommands list and find them.

import type { Command } from 'commander'
import { findSimilar } from '../../../data/schema/edit-distance.ts'
import { type DataKind, STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, sampleFlag } from '../../options.ts'
import { loadRegistry } from '../choose-sources.ts'

type Origin = 'built-in' | 'sources.yaml' | 'switched off'

/** A source as `list` shows it. */
export interface Listed {
  id: string
  kind: DataKind
  publisher: string
  licence: string
  vintage: string
  from: Origin
  states: readonly StateCode[]
}

export interface ListOptions extends CommonOptions {
  own?: boolean
}

/** `--own`. */
export function withOwnOption(command: Command): Command {
  return command.option('--own', 'only the sources that sources.yaml adds, moves or switches off')
}

/** Those that are switched off come last. */
export async function listSources(options: ListOptions): Promise<{ listed: Listed; source: Source }[]> {
  const { findSources: findBuiltIn } = await import('../../../ingest/engine/registry.ts')
  const { findSources, added, moved, disabled, kindOf } = await loadRegistry(options)
  const isOwn = (id: string): boolean => added.has(id) || moved.has(id) || disabled.has(id)
  const all = { mirror: null, year: new Date().getUTCFullYear() }
  const off = findBuiltIn(all).filter(({ id }) => disabled.has(id))
  return [...findSources(all), ...off]
    .filter(({ family, id }) => family === familyOf(options) && (options.own !== true || isOwn(id)))
    .map((source) => {
      const { id, publisher, licence, vintage, states } = source
      const from = disabled.has(id) ? 'switched off' : added.has(id) ? 'sources.yaml' : 'built-in'
      return { source, listed: { id, kind: kindOf(source), publisher, licence, vintage, from, states } }
    })
}

/** Beyond these, the table counts them; --json has all. */
const STATES_SHOWN = 10

export function formatStates(states: readonly StateCode[]): string {
  if (states.length === STATE_CODES.length) return 'all'
  return states.length > STATES_SHOWN ? `${states.length} states` : states.join(' ')
}

/** Throws CommandError that suggests the most similar id. */
export async function loadListed(id: string, options: CommonOptions): Promise<{ listed: Listed; source: Source }> {
  const all = await listSources(options)
  const found = all.find(({ listed }) => listed.id === id)
  if (found) return found
  const similar = findSimilar(
    id,
    all.map(({ listed }) => listed.id),
  )
  throw new CommandError(
    `There is no source "${id}"${similar ? `: did you mean ${similar}?` : '.'} There are ${all.length}.`,
    `hustings sources list${sampleFlag(options)}`,
    EXIT.usage,
  )
}
