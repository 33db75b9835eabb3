import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { hashKey, KEY_RANDOM_BYTES, makeKey } from '../data/schema/key.ts'
import { SCOPES } from '../data/schema/vocabulary.ts'
import type { Paths } from '../data/store/paths.ts'
import { loadPepper } from '../data/store/pepper.ts'
import type { Refusal } from '../data/store/state/refusal.ts'
import type { Key, State } from '../data/store/state/state.ts'
import { CommandError, EXIT, orRefuse } from './exit.ts'
import { type KeyOptions, parseId, toRestrictions, withRestrictions } from './key-options.ts'
import { type CommonOptions, pathsOf, quote, sampleFlag, withCommonOptions } from './options.ts'
import { printJson, printLine, printTable, tell } from './output.ts'
import { changeNow, loadAccount, withState } from './state.ts'

type ChangeOptions = CommonOptions & KeyOptions

interface CreateOptions extends ChangeOptions {
  account: string
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description("accounts' keys")
  addCreate(keys)
  addChange(keys)
  addList(keys)
  addRevoke(keys)
}

function addCreate(keys: Command): void {
  withRestrictions(
    withCommonOptions(keys.command('create').description('make a key; it is shown this once, and kept nowhere')),
  )
    .requiredOption('--account <name>', 'whose key it is')
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
        tell(`Key ${made.id} of ${made.account}: ${made.scopes.join(', ')}. It is not shown again.`)
        const { status } = await loadAccount(state, made.account, options)
        const act = status === 'pending' ? 'approve' : 'resume'
        const why = status === 'pending' ? 'waits for approval' : 'is suspended'
        if (status !== 'approved')
          tell(`The account ${why}. Next: hustings accounts ${act} ${quote(made.account)}${sampleFlag(options)}`)
      })
    })
}

function addChange(keys: Command): void {
  withRestrictions(
    withCommonOptions(keys.command('change').description('restrict a key anew; in force within a second')),
  )
    .argument('<id>', 'as in `keys list`', parseId)
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
  withCommonOptions(keys.command('list').description('all keys, by their last four characters'))
    .option('--account <name>', 'of this account alone')
    .action(async (options: CommonOptions & { account?: string }) => {
      const { account } = options
      const all = await withState(options, async (state) =>
        account === undefined ? state.keys() : state.keysOf((await loadAccount(state, account, options)).id),
      )
      printKeys(all, options)
      if (all.length === 0)
        tell(
          `There are no keys yet. Next: hustings keys create --account ${quote(account ?? 'NAME')}${sampleFlag(options)}`,
        )
    })
}

function addRevoke(keys: Command): void {
  withCommonOptions(keys.command('revoke').description('refuse a key from now on'))
    .argument('<id>', 'as in `keys list`', parseId)
    .action(async (id: number, options: CommonOptions) => {
      const key = await withState(options, (state) => state.revokeKey({ id, account_id: null }, changeNow()))
      printKeys([orRefuse(key, `hustings keys list${sampleFlag(options)}`)], options)
    })
}

/** Makes a key and keeps its hash; the answer alone carries the key itself. */
export async function createKey(
  state: State,
  paths: Paths,
  wanted: Pick<Key, 'account' | 'label' | 'scopes' | 'addresses' | 'expires_at'>,
): Promise<({ key: string } & Key) | Refusal> {
  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  const kept = { hash: hashKey(key, await loadPepper(paths, state)), last_four: key.slice(-4) }
  const created = await state.createKey({ ...wanted, ...kept }, changeNow())
  return 'refused' in created ? created : { key, ...created }
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
