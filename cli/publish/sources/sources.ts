// `hustings sources`: the sources of the data, and sources.yaml, which adds an operator's own.

import type { Command } from 'commander'
import { findLastRun } from '../../../data/store/last-run.ts'
import { takeFolderLock } from '../../data-folder.ts'
import { CommandError, EXIT, nextStep } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { formatCount, logToStderr, printJson, printLine } from '../../output.ts'
import { acceptSource } from '../run-record.ts'
import { addCheck } from './check.ts'
import { addAdd, addInit, addRemove } from './edit.ts'
import { addList, addShow, addStatus } from './show.ts'

export function addSources(program: Command): void {
  const sources = program
    .command('sources')
    .description('the sources of the data, and sources.yaml, which adds your own')
  for (const add of [addInit, addList, addShow, addAdd, addRemove, addCheck, addStatus, addAccept]) add(sources)
}

// `hustings sources accept`: lets the next run publish a source that the guard holds back.

function addAccept(sources: Command): void {
  const accept = sources
    .command('accept')
    .description('let the next run publish a source that is held back because it lost too many rows')
  withCommonOptions(accept)
    .argument('<id>', 'as `doctor` and `sources status` name it')
    .action(async (id: string, options: CommonOptions) => {
      const lock = await takeFolderLock('sources accept', options)
      try {
        const rows = acceptSource(pathsOf(options), id)
        if (rows === undefined) throw refuse(id, options)
        if (options.json) printJson({ source_id: id, accepted_rows: rows })
        else printLine(`${id} may fall to ${formatCount(rows)} rows. If it falls further, it is held back again.`)
        logToStderr(nextStep(`hustings nightly${sampleFlag(options)}`))
      } finally {
        lock.release()
      }
    })
}

function refuse(id: string, options: CommonOptions): CommandError {
  const { sources = {} } = findLastRun(pathsOf(options)) ?? {}
  const held = Object.entries(sources).flatMap(([one, { held_back }]) => (held_back ? [one] : []))
  const others = held.length === 0 ? 'no source is' : `these are: ${held.join(', ')}`
  return new CommandError(
    `Source: got "${id}", which is not held back; ${others}.`,
    `hustings sources status${sampleFlag(options)}`,
    EXIT.usage,
  )
}
