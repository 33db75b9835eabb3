import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { accountName, contact, PENDING_DAYS, showName } from '../../data/access/account.ts'
import { hashPassword, newPassword, SALT_BYTES } from '../../data/access/password.ts'
import { findWeakness } from '../../data/access/password-strength.ts'
import { DEFAULT_PLAN } from '../../data/access/plan.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { changeNow, loadAccount, withState } from '../data-folder.ts'
import { CommandError, EXIT, nextStep, orRefuse, quote } from '../exit.ts'
import { type CommonOptions, parserOf, sampleFlag, toSentence, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printTable } from '../output.ts'
import { addDesk } from './account-desks.ts'

const ENTRIES = 50
const LIMIT = 'expected a whole number from 1'

/** @param accounts the parent command */
function addAudit(accounts: Command): void {
  withCommonOptions(accounts.command('audit').description('list the audit log, newest first'))
    .argument('[name]', 'only this account')
    .addOption(
      new Option('--limit <n>', 'maximum number of entries')
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

// Reads a new password: never from the command line, which other users of the machine can see.

/** Prompts twice without an echo, or reads all of stdin (minus the line end) if that is not a terminal. @param again the command to retry */
async function readPassword(again: string): Promise<string> {
  const { stdin } = process
  const password = stdin.isTTY ? await askTwice(again) : (await text(stdin)).replace(/\r?\n$/, '')
  const { data, error } = newPassword.safeParse(password)
  if (error === undefined) return data
  throw new CommandError(toSentence(error.issues[0]?.message ?? ''), again, EXIT.usage)
}

/** Does not echo the input. Ctrl-C and Ctrl-D cancel. */
async function askTwice(again: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 })
  const typed = lines[Symbol.asyncIterator]()
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt)
    const line = await typed.next()
    process.stderr.write('\n')
    if (line.done) throw new CommandError('No password was given.', again)
    return line.value
  }
  try {
    const first = await ask('Password: ')
    if ((await ask('Repeat the password: ')) === first) return first
    throw new CommandError('The two passwords differ.', again, EXIT.usage)
  } finally {
    lines.close()
  }
}

const COLUMNS = ['id', 'name', 'status', 'plan', 'role', 'contact', 'created_at'] as const

/** The help of each command, and its message if nothing changed. */
const ACTS = {
  approve: { description: 'approve an account', already: 'is already approved' },
  suspend: { description: 'suspend an account: all its keys are refused', already: 'is already suspended' },
  resume: { description: 'resume a suspended account', already: 'is not suspended' },
} as const

interface CreateOptions extends CommonOptions {
  plan: string
  contact?: string
  operator?: true
}

export function addAccounts(program: Command): void {
  const accounts = program.command('accounts').description('create, approve, suspend and list accounts')
  addCreate(accounts)
  addActs(accounts)
  addSettings(accounts)
  addPassword(accounts)
  addSecondFactor(accounts)
  addReject(accounts)
  addErase(accounts)
  addList(accounts)
  addAudit(accounts)
  addDesk(accounts)
}

function addCreate(accounts: Command): void {
  withCommonOptions(accounts.command('create').description('create an account, pending until it is approved'))
    .argument('<name>', '1 to 100 characters', parserOf(accountName))
    .addOption(new Option('--plan <plan>', 'one of `hustings plans list`').default(DEFAULT_PLAN))
    .addOption(new Option('--contact <text>', "the owner's contact details").argParser(parserOf(contact)))
    .option('--operator', 'allow it to approve accounts and set plans in the console')
    .action(async (name: string, options: CreateOptions) => {
      await withState(options, async (state) => {
        const wanted = { name, plan: options.plan, contact: options.contact ?? null, password_hash: null }
        const created = orRefuse(await state.createAccount(wanted, changeNow()), listCommand(options))
        if (!options.operator) print([created], options)
        else print([orRefuse(await state.setAccountRole(name, 'operator', changeNow()), listCommand(options))], options)
      })
      logToStderr(nextStep(`hustings accounts approve ${quote(name)}${sampleFlag(options)}`))
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
        if (!changed) logToStderr(`hustings: ${name} ${ACTS[act].already}.`)
        const next = act === 'suspend' ? `accounts resume ${quote(name)}` : `keys create --account ${quote(name)}`
        logToStderr(nextStep(`hustings ${next}${sampleFlag(options)}`))
      })
}

function addSettings(accounts: Command): void {
  withCommonOptions(accounts.command('plan').description("set an account's plan; takes effect within a second"))
    .argument('<name>')
    .argument('<plan>', 'one of `hustings plans list`')
    .action((name: string, plan: string, options: CommonOptions) =>
      change(options, (state) => state.setAccountPlan(name, plan, changeNow())),
    )

  withCommonOptions(accounts.command('operator').description('allow an account to approve others in the console'))
    .argument('<name>')
    .option('--off', 'withdraw this permission')
    .action((name: string, options: CommonOptions & { off?: true }) =>
      change(options, (state) => state.setAccountRole(name, options.off ? 'member' : 'operator', changeNow())),
    )
}

function addPassword(accounts: Command): void {
  withCommonOptions(accounts.command('password').description("set an account's console password and end its sessions"))
    .argument('<name>')
    .addHelpText('after', '\nThe command prompts for the password, or reads it from stdin if that is not a terminal.')
    .action(async (name: string, options: CommonOptions) => {
      await withState(options, async (state) => {
        // Check that the account exists before prompting.
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
  withCommonOptions(
    accounts.command('second-factor').description("show or reset an account's second factor for the console"),
  )
    .argument('<name>')
    .option(
      '--reset',
      'remove it and end all sessions: sign-in then needs only the password, and a new second factor can be set',
    )
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
      .description(`delete accounts that wait for approval; after ${PENDING_DAYS} days they are deleted automatically`),
  )
    .argument('[names...]')
    .option('--all', 'all pending accounts')
    .action(async (names: readonly string[], options: CommonOptions & { all?: true }) => {
      if ((names.length === 0) === (options.all === undefined))
        throw new CommandError('Expected names of accounts, or --all.', listCommand(options), EXIT.usage)
      const { rejected } = orRefuse(
        await withState(options, (state) => state.rejectAccounts(options.all ? 'all' : names, changeNow())),
        listCommand(options),
      )
      if (options.json) printJson({ rejected })
      logToStderr(`${formatNumberOf(rejected, 'account')} rejected and deleted.`)
    })
}

function addErase(accounts: Command): void {
  withCommonOptions(
    accounts
      .command('erase')
      .description('erase an account: delete its name, contact and password, in the audit too, and revoke its keys'),
  )
    .argument('<name>')
    .option('--yes', 'confirm: this cannot be undone')
    .action(async (name: string, options: CommonOptions & { yes?: true }) => {
      const again = `hustings accounts erase ${quote(name)} --yes${sampleFlag(options)}`
      if (!options.yes)
        throw new CommandError('Only a backup can restore an erased account: confirm with --yes.', again, EXIT.usage)
      const erased = orRefuse(
        await withState(options, (state) => state.eraseAccount(name, changeNow())),
        listCommand(options),
      )
      if (options.json) printJson(erased)
      logToStderr(`Erased. The audit calls it "${erased.erased}". Backups that were made before still hold it.`)
    })
}

function addList(accounts: Command): void {
  withCommonOptions(accounts.command('list').description('list all accounts')).action(
    async (options: CommonOptions) => {
      const all = await withState(options, async (state) => {
        await state.expireAccounts(changeNow().at)
        return await state.accounts()
      })
      print(all, options)
      if (all.length === 0)
        logToStderr(`There are no accounts yet. ${nextStep(`hustings accounts create NAME${sampleFlag(options)}`)}`)
    },
  )
}

async function change(options: CommonOptions, set: (state: ServiceStore) => Promise<Account | Refusal>): Promise<void> {
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
