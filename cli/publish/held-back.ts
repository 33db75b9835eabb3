// Holds back a source that has lost too many rows: its last good rows stay, and everything else is published. `nightly`, `ingest` and `watch`
// judge each source here, before its rows replace the last good ones. `hustings sources accept` lets the loss pass.

import { type GuardFacts, hasShrunk, NO_FACTS } from '../../build/publish/loss-limits.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { findManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import { openState, stateExists } from '../../data/store/state/open.ts'
import type { HoldBack } from '../../ingest/engine/run.ts'
import { type CommonOptions, pathsOf } from '../options.ts'
import { loadRegistry } from './choose-sources.ts'

/** The facts of the sources of the registry. */
export async function loadGuardFacts(options: CommonOptions): Promise<GuardFacts> {
  const { isFeed, isList, isRetired, replacedBy } = await loadRegistry(options)
  return { ...loadFeedFacts(pathsOf(options)), isFeed, isList, isRetired, replacedBy }
}

/** The facts of a run that reads only feeds of endorsements. */
export function loadFeedFacts(paths: Paths): GuardFacts {
  const recorded = Object.entries(findLastRun(paths)?.sources ?? {})
  const accepted = recorded.flatMap(([id, { accepted_rows }]) =>
    accepted_rows === undefined ? [] : [[id, accepted_rows] as const],
  )
  return { ...NO_FACTS, acceptedRows: new Map(accepted) }
}

/**
 * Compares with the published rows, as publishing does. The last good rows would not do: no check may have accepted them. A source of
 * which this run reads fewer states than are published cannot be compared; publishing judges it.
 * @param states of the run; null for all
 * @param flag ` --sample` for the sample's sources
 */
export async function loadHoldBack(
  paths: Paths,
  facts: GuardFacts,
  { states, flag }: { states: ReadonlySet<StateCode> | null; flag: string },
): Promise<HoldBack> {
  const published = await loadPublished(paths, states)
  return (source_id, rows) => {
    const rows_before = published.get(source_id) ?? 0
    if (!hasShrunk({ source_id, rows_before, rows }, facts)) return undefined
    const reason = `held back: ${rows} rows, expected about the ${rows_before} that are published; its last good rows stay; correct the file, or accept the loss; run: ${acceptCommand(source_id, flag)}`
    return { rows_before, rows, reason }
  }
}

export function acceptCommand(source_id: string, flag: string): string {
  return `hustings sources accept ${source_id}${flag}`
}

/** Rows by source; none before the first publication, and if the current bundle cannot be read, which publishing then reports. */
async function loadPublished(paths: Paths, states: ReadonlySet<StateCode> | null): Promise<Map<string, number>> {
  if (!(await stateExists(paths))) return new Map()
  const state = await openState(paths)
  try {
    const head = await state.head()
    const manifest = head && findManifest(paths, head.bundle)
    const isRead = ({ selected_states = [] }: Manifest['sources'][number]): boolean =>
      states === null || selected_states.every((state) => states.has(state))
    return new Map(manifest?.sources.filter(isRead).map(({ id, rows }) => [id, rows]))
  } finally {
    await state.close()
  }
}
