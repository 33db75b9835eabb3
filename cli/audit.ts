import { type Command, Option } from 'commander'
import { z } from 'zod'
import { showName } from '../data/schema/account.ts'
import { wholeNumber } from '../data/schema/scalar.ts'
import { parserOf } from './argument.ts'
import { type CommonOptions, withCommonOptions } from './options.ts'
import { printJson, printTable } from './output.ts'
import { loadAccount, withState } from './state.ts'

const ENTRIES = 50
const LIMIT = 'expected a whole number from 1'

/** @param accounts the command that it stands under */
export function addAudit(accounts: Command): void {
  withCommonOptions(accounts.command('audit').description('who changed what and when, newest first'))
    .argument('[name]', 'of this account alone')
    .addOption(
      new Option('--limit <n>', 'so many entries at most')
        .argParser(parserOf(wholeNumber.pipe(z.int(LIMIT).min(1, LIMIT))))
        .default(ENTRIES),
    )
    .action(async (name: string | undefined, options: CommonOptions & { limit: number }) => {
      const entries = await withState(options, async (state) => {
        if (name !== undefined) await loadAccount(state, name, options)
        return state.audit(name ?? null, options.limit)
      })
      if (options.json) printJson(entries)
      else
        printTable({
          columns: ['at', 'by', 'action', 'account', 'detail'],
          rows: entries.map(({ at, by, action, account, detail }) => [
            at,
            showName(by),
            action,
            account === null ? null : showName(account),
            JSON.stringify(detail),
          ]),
        })
    })
}
