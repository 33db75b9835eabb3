import type { Command } from 'commander'
import { withCommonOptions } from '../../options.ts'
import { printJson, printTable } from '../../output.ts'
import { formatStates, type ListOptions, listSources, withOwnOption } from './listed.ts'

export function addList(sources: Command): void {
  const list = sources
    .command('list')
    .description('list every source: kind, publisher, licence, vintage and where it is declared')
  withCommonOptions(withOwnOption(list)).action(async (options: ListOptions) => {
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
