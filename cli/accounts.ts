import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import { accountName, contact } from '../data/schema/account.ts'
import { hashPassword, SALT_BYTES } from '../data/schema/password.ts'
import { DEFAULT_PLAN } from '../data/schema/plan.ts'
import type { Refusal } from '../data/store/state/refusal.ts'
import type { Account, State } from '../data/store/state/state.ts'
import { parserOf } from './argument.ts'
import { addAudit } from './audit.ts'
import { orRefuse } from './exit.ts'
import { type CommonOptions, quote, sampleFlag, withCommonOptions } from './options.ts'
import { printJson, printTable, tell } from './output.ts'
import { readPassword } from './password.ts'
import { changeNow, loadAccount, withState } from './state.ts'

const COLUMNS = ['id', 'name', 'status', 'plan', 'role', 'contact', 'created_at'] as const

/** What is told after each act, where it changed something and where it did not. */
const ACTS = {
  approve: { description: 'let an account in', already: 'was approved already' },
  suspend: { description: "refuse all of an account's keys from now on", already: 'was suspended already' },
  resume: { description: 'let a suspended account in again', already: 'is not suspended' },
} as const

interface CreateOptions extends CommonOptions {
  plan: string
  contact?: string
  operator?: true
}

export function addAccounts(program: Command): void {
  const accounts = program.command('accounts').description('who may use the service')
  addCreate(accounts)
  addActs(accounts)
  addSettings(accounts)
  addPassword(accounts)
  addList(accounts)
  addAudit(accounts)
}

function addCreate(accounts: Command): void {
  withCommonOptions(accounts.command('create').description('make an account; it is pending until it is approved'))
    .argument('<name>', '1 to 100 characters', parserOf(accountName))
    .addOption(new Option('--plan <plan>', 'one of `hustings plans list`').default(DEFAULT_PLAN))
    .addOption(new Option('--contact <text>', 'how to reach who asked for it').argParser(parserOf(contact)))
    .option('--operator', 'it may approve accounts and set plans in the console')
    .action(async (name: string, options: CreateOptions) => {
      await withState(options, async (state) => {
        const wanted = { name, plan: options.plan, contact: options.contact ?? null, password_hash: null }
        const created = orRefuse(await state.createAccount(wanted, changeNow()), listCommand(options))
        if (!options.operator) print([created], options)
        else print([orRefuse(await state.setAccountRole(name, 'operator', changeNow()), listCommand(options))], options)
      })
      tell(`Next: hustings accounts approve ${quote(name)}${sampleFlag(options)}`)
    })
}

function addActs(accounts: Command): void {
  for (const act of ['approve', 'suspend', 'resume'] as const)
    withCommonOptions(accounts.command(act).description(ACTS[act].description))
      .argument('<name>')
      .action(async (name: string, options: CommonOptions) => {
        const answer = await withState(options, (state) => state.setAccountStatus(name, act, changeNow()))
        const { account, changed } = orRefuse(answer, listCommand(options))
        print([account], options)
        if (!changed) tell(`hustings: ${name} ${ACTS[act].already}.`)
        const next = act === 'suspend' ? `accounts resume ${quote(name)}` : `keys create --account ${quote(name)}`
        tell(`Next: hustings ${next}${sampleFlag(options)}`)
      })
}

function addSettings(accounts: Command): void {
  withCommonOptions(accounts.command('plan').description("set an account's limits; in force within a second"))
    .argument('<name>')
    .argument('<plan>', 'one of `hustings plans list`')
    .action((name: string, plan: string, options: CommonOptions) =>
      change(options, (state) => state.setAccountPlan(name, plan, changeNow())),
    )

  withCommonOptions(accounts.command('operator').description('let an account approve others in the console'))
    .argument('<name>')
    .option('--off', 'no longer')
    .action((name: string, options: CommonOptions & { off?: true }) =>
      change(options, (state) => state.setAccountRole(name, options.off ? 'member' : 'operator', changeNow())),
    )
}

function addPassword(accounts: Command): void {
  withCommonOptions(
    accounts.command('password').description("set the console's password of an account, and end its sessions"),
  )
    .argument('<name>')
    .addHelpText('after', '\nThe password is asked for, or read from stdin where that is no terminal.')
    .action(async (name: string, options: CommonOptions) => {
      await withState(options, async (state) => {
        // Nobody is asked for the password of an account that is not there.
        await loadAccount(state, name, options)
        const again = `hustings accounts password ${quote(name)}${sampleFlag(options)}`
        const hash = await hashPassword(await readPassword(again), randomBytes(SALT_BYTES))
        print([orRefuse(await state.setPassword(name, hash, changeNow()), listCommand(options))], options)
      })
    })
}

function addList(accounts: Command): void {
  withCommonOptions(accounts.command('list').description('all accounts')).action(async (options: CommonOptions) => {
    const all = await withState(options, (state) => state.accounts())
    print(all, options)
    if (all.length === 0) tell(`There are no accounts yet. Next: hustings accounts create NAME${sampleFlag(options)}`)
  })
}

async function change(options: CommonOptions, set: (state: State) => Promise<Account | Refusal>): Promise<void> {
  print([orRefuse(await withState(options, set), listCommand(options))], options)
}

function listCommand(options: CommonOptions): string {
  return `hustings accounts list${sampleFlag(options)}`
}

function print(accounts: readonly Account[], options: CommonOptions): void {
  if (options.json) printJson(accounts)
  else printTable({ columns: COLUMNS, rows: accounts.map((account) => COLUMNS.map((column) => account[column])) })
}
