import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import { findWeakness } from '../data/access/password-strength.ts'
import { accountName, contact, PENDING_DAYS, showName } from '../data/schema/account.ts'
import { hashPassword, SALT_BYTES } from '../data/schema/password.ts'
import { DEFAULT_PLAN } from '../data/schema/plan.ts'
import type { Refusal } from '../data/store/state/refusal.ts'
import type { Account, State } from '../data/store/state/state.ts'
import { parserOf, toSentence } from './argument.ts'
import { addAudit } from './audit.ts'
import { CommandError, EXIT, orRefuse } from './exit.ts'
import { type CommonOptions, quote, sampleFlag, withCommonOptions } from './options.ts'
import { formatNumberOf, printJson, printTable, tell } from './output.ts'
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
  addSecondFactor(accounts)
  addReject(accounts)
  addErase(accounts)
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
        const { contact } = await loadAccount(state, name, options)
        const again = `hustings accounts password ${quote(name)}${sampleFlag(options)}`
        const password = await readPassword(again)
        const weakness = await findWeakness(password, [name, contact ?? ''])
        if (weakness !== undefined) throw new CommandError(toSentence(weakness), again, EXIT.usage)
        const hash = await hashPassword(password, randomBytes(SALT_BYTES))
        print([orRefuse(await state.setPassword(name, hash, changeNow()), listCommand(options))], options)
      })
    })
}

function addSecondFactor(accounts: Command): void {
  withCommonOptions(accounts.command('second-factor').description("the console's second factor of an account"))
    .argument('<name>')
    .option('--reset', 'remove it, and end its sessions: sign-in asks for the password alone, and a new one can be set')
    .action(async (name: string, options: CommonOptions & { reset?: true }) => {
      await withState(options, async (state) => {
        const { id } = await loadAccount(state, name, options)
        if (options.reset)
          return print([orRefuse(await state.removeSecondFactor(name, changeNow()), listCommand(options))], options)
        const factor = await state.findSecondFactor(id)
        const on = factor !== undefined && factor.set_at !== null
        const shown = {
          account: name,
          second_factor: on,
          set_at: on ? factor.set_at : null,
          recovery_codes: on ? factor.recovery_codes : 0,
          locked_until: on ? factor.locked_until : null,
        }
        if (options.json) printJson(shown)
        else printTable({ columns: Object.keys(shown), rows: [Object.values(shown)] })
      })
    })
}

function addReject(accounts: Command): void {
  withCommonOptions(
    accounts
      .command('reject')
      .description(`delete accounts that wait for approval; after ${PENDING_DAYS} days they are deleted unasked`),
  )
    .argument('[names...]')
    .option('--all', 'all that wait')
    .action(async (names: readonly string[], options: CommonOptions & { all?: true }) => {
      if ((names.length === 0) === (options.all === undefined))
        throw new CommandError('Expected names of accounts, or --all.', listCommand(options), EXIT.usage)
      const { rejected } = orRefuse(
        await withState(options, (state) => state.rejectAccounts(options.all ? 'all' : names, changeNow())),
        listCommand(options),
      )
      if (options.json) printJson({ rejected })
      tell(`${formatNumberOf(rejected, 'account')} rejected and deleted.`)
    })
}

function addErase(accounts: Command): void {
  withCommonOptions(
    accounts
      .command('erase')
      .description('erase an account: its name, contact and password go, from the audit too, and its keys are revoked'),
  )
    .argument('<name>')
    .option('--yes', 'it cannot be taken back')
    .action(async (name: string, options: CommonOptions & { yes?: true }) => {
      const again = `hustings accounts erase ${quote(name)} --yes${sampleFlag(options)}`
      if (!options.yes) throw new CommandError('What is erased comes back from a backup alone.', again, EXIT.usage)
      const erased = orRefuse(
        await withState(options, (state) => state.eraseAccount(name, changeNow())),
        listCommand(options),
      )
      if (options.json) printJson(erased)
      tell(`Erased. The audit calls it "${erased.erased}". Backups that were made before still hold it.`)
    })
}

function addList(accounts: Command): void {
  withCommonOptions(accounts.command('list').description('all accounts')).action(async (options: CommonOptions) => {
    const all = await withState(options, async (state) => {
      await state.expireAccounts(changeNow().at)
      return await state.accounts()
    })
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
  else
    printTable({
      columns: COLUMNS,
      rows: accounts.map((account) =>
        COLUMNS.map((column) => (column === 'name' ? showName(account.name) : account[column])),
      ),
    })
}
