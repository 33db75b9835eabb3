import type { Command } from 'commander'
import { type CommonOptions, familyOf, withCommonOptions } from '../options.ts'
import { printJson, printLine } from '../output.ts'
import { loadRegistry } from './choose-sources.ts'

export function addNotice(program: Command): void {
  withCommonOptions(
    program.command('notice').description("print the licenses of the sources' data, as in NOTICE"),
  ).action(async (options: CommonOptions) => {
    const { sources } = await loadRegistry(options)
    const { creditsOf, noticeOf } = await import('../../ingest/engine/registry.ts')
    const family = sources.filter((source) => source.family === familyOf(options))
    if (options.json) printJson(creditsOf(family))
    else printLine(noticeOf(family).trimEnd())
  })
}
