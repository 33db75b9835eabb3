import type { Command } from 'commander'
import type { KeepReason } from '../../../build/publish/garbage-collect.ts'
import { ELECTION_DAYS_SHOWN } from '../../constants.ts'
import { withState } from '../../data-folder.ts'
import { nextStep } from '../../exit.ts'
import { type CommonOptions, nightlyFor, pathsOf, withCommonOptions } from '../../options.ts'
import { formatMegabytes, logToStderr, printJson, printTable } from '../../output.ts'

export function addList(snapshot: Command): void {
  withCommonOptions(snapshot.command('list').description('list the stored bundles and why each is kept'))
    .addHelpText(
      'after',
      `
own is the space of the parts that no other stored bundle has, parts that of all its parts. A bundle is deleted, with its export, by
the first publication after nothing keeps it any more.`,
    )
    .action(async (options: CommonOptions) => {
      const { loadStored } = await import('./stored.ts')
      const stored = await withState(options, (state) => loadStored(pathsOf(options), state, new Date()))
      if (options.json) printJson(stored)
      else
        printTable({
          columns: ['bundle', 'published', 'kept as', 'exports', 'own', 'parts'],
          rows: stored.map(({ bundle, published_at, kept_as, export_bytes, own_bytes, bytes }) => [
            bundle.slice(0, 12),
            published_at === null ? 'never' : published_at.slice(0, 19).replace('T', ' '),
            kept_as.length === 0 ? 'not kept' : sayReasons(kept_as),
            export_bytes === null ? 'no' : 'yes',
            own_bytes === null ? 'damaged' : formatMegabytes(own_bytes),
            bytes === null ? 'damaged' : formatMegabytes(bytes),
          ]),
        })
      if (stored.length === 0) logToStderr(nextStep(nightlyFor(options)))
    })
}

/** `current, nightly, election day 2024-11-05` */
function sayReasons(reasons: readonly KeepReason[]): string {
  const days = reasons.flatMap((reason) => (reason.kind === 'election' ? [reason.on] : []))
  const others = reasons.flatMap((reason) => (reason.kind === 'election' ? [] : [sayReason(reason)]))
  const shown = days.slice(-ELECTION_DAYS_SHOWN).join(' ')
  const more = days.length > ELECTION_DAYS_SHOWN ? ` and ${days.length - ELECTION_DAYS_SHOWN} before` : ''
  const elections = days.length === 0 ? [] : [`election day${days.length === 1 ? '' : 's'} ${shown}${more}`]
  return [...new Set([...others, ...elections])].join(', ')
}

function sayReason(reason: Exclude<KeepReason, { kind: 'election' }>): string {
  switch (reason.kind) {
    case 'current':
    case 'rollback':
    case 'nightly':
    case 'weekly':
      return reason.kind
    case 'pinned':
      return reason.name === null ? 'pinned' : `pinned "${reason.name}"`
    case 'built':
      return 'not published yet'
    default:
      return reason satisfies never
  }
}
