import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../options.ts'
import { printJson, printTable } from '../output.ts'
import { formatStates, listSources } from './listed.ts'

export function addList(sources: Command): void {
  withCommonOptions(
    sources
      .command('list')
      .description('list every source: kind, publisher, licence, vintage and where it is declared'),
  ).action(async (options: CommonOptions) => {
    const listed = (await listSources(options)).map(({ listed }) => listed)
    if (options.json) printJson(listed)
    else
      printTable({
        columns: ['id', 'kind', 'publisher', 'licence', 'vintage', 'from', 'states'],
        rows: listed.map(({ id, kind, publisher, licence, vintage, from, states }) => [
          ...[id, kind, publisher, licence, vintage, from],
          formatStates(states),
        ]),
      })
  })
}
