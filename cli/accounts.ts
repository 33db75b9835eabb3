import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Account } from '../data/store/state/state.ts'
import { orRefuse } from './exit.ts'
import { type CommonOptions, quote, sampleFlag, withCommonOptions } from './options.ts'
import { printJson, printTable, tell } from './output.ts'
import { withState } from './state.ts'

const COLUMNS = ['id', 'name', 'status', 'plan', 'created_at'] as const

export function addAccounts(program: Command): void {
  const accounts = program.command('accounts').description('who may use the service')

  withCommonOptions(accounts.command('create').description('make an account; it is pending until it is approved'))
    .argument('<name>', '1 to 100 characters', parseName)
    .addOption(new Option('--plan <plan>', 'free, standard or unlimited').default('free'))
    .action(async (name: string, options: CommonOptions & { plan: string }) => {
      const account = await withState(options, (state) =>
        state.createAccount({ name, plan: options.plan, created_at: new Date().toISOString() }),
      )
      print([orRefuse(account, `hustings accounts list${sampleFlag(options)}`)], options)
      tell(`Next: hustings accounts approve ${quote(name)}${sampleFlag(options)}`)
    })

  withCommonOptions(accounts.command('approve').description('let an account in'))
    .argument('<name>')
    .action(async (name: string, options: CommonOptions) => {
      const approval = await withState(options, (state) => state.approveAccount(name))
      const { account, changed } = orRefuse(approval, `hustings accounts list${sampleFlag(options)}`)
      print([account], options)
      if (!changed) tell(`hustings: ${name} was approved already.`)
      tell(`Next: hustings keys create --account ${quote(name)}${sampleFlag(options)}`)
    })

  withCommonOptions(accounts.command('list').description('all accounts')).action(async (options: CommonOptions) => {
    const all = await withState(options, (state) => state.accounts())
    print(all, options)
    if (all.length === 0) tell(`There are no accounts yet. Next: hustings accounts create NAME${sampleFlag(options)}`)
  })
}

function print(accounts: readonly Account[], options: CommonOptions): void {
  if (options.json) printJson(accounts)
  else printTable({ columns: COLUMNS, rows: accounts.map((account) => COLUMNS.map((column) => account[column])) })
}

function parseName(text: string): string {
  if (!/^\P{Cc}{1,100}$/u.test(text) || text.trim() !== text)
    throw new InvalidArgumentError('Expected 1 to 100 characters, no control characters, no space at either end.')
  return text
}
