import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { keyLabel } from '../../data/access/account.ts'
import { addressRanges } from '../../data/access/ip-range.ts'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import type { Key } from '../../data/store/state/keys.ts'
import { changeNow, loadAccount, withState } from '../data-folder.ts'
import { CommandError, EXIT, nextStep, orRefuse, quote } from '../exit.ts'
import { createKey } from '../issue-key.ts'
import {
  type CommonOptions,
  parseLastDay,
  parserOf,
  pathsOf,
  sampleFlag,
  toSentence,
  withCommonOptions,
} from '../options.ts'
import { logToStderr, printJson, printLine, printTable } from '../output.ts'

// Restrictions of a key, as options of the commands that create and change one.

const ANY = 'any'
const NEVER = 'never'
const ID = 'expected a whole number, as in `hustings keys list`'

const parseId = parserOf(wholeNumber.pipe(z.int(ID).min(1, ID)))
const parseLabel = parserOf(keyLabel)

type KeyChange = Partial<Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>>

/** Options as commander passes them: it has no null. */
interface KeyOptions {
  /** Empty: none. */
  label?: string
  scopes?: Scope[]
  addresses?: string[]
  /** An instant, or `never`. */
  expires?: string
}

function withRestrictions(command: Command): Command {
  return command
    .addOption(
      new Option('--label <text>', 'label of the key; "" for none').argParser((text) =>
        text === '' ? text : parseLabel(text),
      ),
    )
    .addOption(
      new Option(
        '--scopes <scopes>',
        `comma-separated list of ${SCOPES.join(', ')} (default for a new key: all)`,
      ).argParser(parseScopes),
    )
    .addOption(
      new Option('--addresses <list>', `IP addresses and CIDR ranges, comma-separated, or ${ANY}`).argParser(
        parseAddresses,
      ),
    )
    .addOption(
      new Option('--expires <date>', `last day of the key, UTC, or ${NEVER}`).argParser((text) =>
        text === NEVER ? text : parseLastDay(text),
      ),
    )
}

/** The restrictions that were given, and no others. Throws CommandError for a day in the past. */
function toRestrictions({ label, scopes, addresses, expires }: KeyOptions, now: string): KeyChange {
  if (expires !== undefined && expires !== NEVER && expires < now)
    throw new CommandError(
      `--expires is ${expires.slice(0, 10)}, which is in the past; expected today or later.`,
      'hustings keys --help',
      EXIT.usage,
    )
  return {
    ...(label !== undefined && { label: label || null }),
    ...(scopes !== undefined && { scopes }),
    ...(addresses !== undefined && { addresses }),
    ...(expires !== undefined && { expires_at: expires === NEVER ? null : expires }),
  }
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((part) => {
    const scope = SCOPES.find((known) => known === part.trim())
    if (scope) return scope
    const similar = findSimilar(part, SCOPES)
    throw new InvalidArgumentError(
      `Got "${part}", expected ${SCOPES.join(', ')}.${similar ? ` Did you mean ${similar}?` : ''}`,
    )
  })
  return SCOPES.filter((scope) => scopes.includes(scope))
}

function parseAddresses(text: string): string[] {
  return text === ANY ? [] : parseRanges(text.split(',').map((part) => part.trim()))
}

function parseRanges(parts: string[]): string[] {
  const { data, error } = addressRanges.safeParse(parts)
  if (error === undefined) return data
  const [issue] = error.issues
  const got = parts[Number(issue?.path[0])]
  throw new InvalidArgumentError(
    got === undefined ? toSentence(issue?.message ?? '') : `Got "${got}", ${issue?.message}.`,
  )
}

type ChangeOptions = CommonOptions & KeyOptions

interface CreateOptions extends ChangeOptions {
  account: string
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description("create, change, list and revoke accounts' keys")
  addCreate(keys)
  addChange(keys)
  addList(keys)
  addRevoke(keys)
}

function addCreate(keys: Command): void {
  withRestrictions(
    withCommonOptions(keys.command('create').description('create a key; it is shown once and not stored')),
  )
    .requiredOption('--account <name>', 'account that owns the key')
    .action(async (options: CreateOptions) => {
      const restrictions = toRestrictions(options, changeNow().at)
      await withState(options, async (state) => {
        const unrestricted = { label: null, scopes: [...SCOPES], addresses: [], expires_at: null }
        const made = orRefuse(
          await createKey(state, pathsOf(options), { account: options.account, ...unrestricted, ...restrictions }),
          `hustings accounts create ${quote(options.account)}${sampleFlag(options)}`,
        )
        if (options.json) printJson(made)
        else printLine(made.key)
        logToStderr(`Key ${made.id} of ${made.account}: ${made.scopes.join(', ')}. It is not shown again.`)
        const { status } = await loadAccount(state, made.account, options)
        const act = status === 'pending' ? 'approve' : 'resume'
        const why = status === 'pending' ? 'waits for approval' : 'is suspended'
        if (status !== 'approved')
          logToStderr(
            `The account ${why}. ${nextStep(`hustings accounts ${act} ${quote(made.account)}${sampleFlag(options)}`)}`,
          )
      })
    })
}

function addChange(keys: Command): void {
  withRestrictions(
    withCommonOptions(keys.command('change').description("change a key's restrictions; takes effect within a second")),
  )
    .argument('<id>', 'id from `keys list`', parseId)
    .action(async (id: number, options: ChangeOptions) => {
      const to = toRestrictions(options, changeNow().at)
      if (Object.keys(to).length === 0)
        throw new CommandError(
          'Nothing to change: got no option, expected --label, --scopes, --addresses or --expires.',
          'hustings keys change --help',
          EXIT.usage,
        )
      const key = await withState(options, (state) => state.changeKey({ id, account_id: null }, to, changeNow()))
      printKeys([orRefuse(key, `hustings keys list${sampleFlag(options)}`)], options)
    })
}

function addList(keys: Command): void {
  withCommonOptions(keys.command('list').description('list all keys, each by its last four characters'))
    .option('--account <name>', 'only this account')
    .action(async (options: CommonOptions & { account?: string }) => {
      const { account } = options
      const all = await withState(options, async (state) =>
        account === undefined ? state.keys() : state.keysOf((await loadAccount(state, account, options)).id),
      )
      printKeys(all, options)
      if (all.length === 0)
        logToStderr(
          `There are no keys yet. ${nextStep(`hustings keys create --account ${quote(account ?? 'NAME')}${sampleFlag(options)}`)}`,
        )
    })
}

function addRevoke(keys: Command): void {
  withCommonOptions(keys.command('revoke').description('revoke a key: it is refused from now on'))
    .argument('<id>', 'id from `keys list`', parseId)
    .action(async (id: number, options: CommonOptions) => {
      const key = await withState(options, (state) => state.revokeKey({ id, account_id: null }, changeNow()))
      printKeys([orRefuse(key, `hustings keys list${sampleFlag(options)}`)], options)
    })
}

function printKeys(keys: readonly Key[], options: CommonOptions): void {
  if (options.json) {
    printJson(keys)
    return
  }
  printTable({
    columns: [
      'id',
      'account',
      'label',
      'key',
      'scopes',
      'addresses',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_on',
    ],
    rows: keys.map((key) => [
      key.id,
      key.account,
      key.label,
      `hst_live_…${key.last_four}`,
      key.scopes.join(','),
      key.addresses.join(','),
      key.created_at,
      key.expires_at,
      key.revoked_at,
      key.last_used_on,
    ]),
  })
}
