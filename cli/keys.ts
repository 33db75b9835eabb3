import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { hashKey, KEY_RANDOM_BYTES, makeKey } from '../data/schema/key.ts'
import { findNearest } from '../data/schema/nearest.ts'
import { SCOPES, type Scope } from '../data/schema/vocabulary.ts'
import type { Paths } from '../data/store/paths.ts'
import { loadPepper } from '../data/store/pepper.ts'
import type { Key, Refusal, State } from '../data/store/state/state.ts'
import { CommandError, EXIT, orRefuse } from './exit.ts'
import { type CommonOptions, parseLastDay, pathsOf, quote, sampleFlag, withCommonOptions } from './options.ts'
import { printJson, printLine, printTable, tell } from './output.ts'
import { withState } from './state.ts'

interface CreateOptions extends CommonOptions {
  account: string
  scopes: Scope[]
  expires?: string
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description("accounts' keys")

  withCommonOptions(keys.command('create').description('make a key; it is shown this once, and kept nowhere'))
    .requiredOption('--account <name>', 'whose key it is')
    .addOption(
      new Option('--scopes <scopes>', `comma-separated, of ${SCOPES.join(', ')}`)
        .argParser(parseScopes)
        .default([...SCOPES], 'all'),
    )
    .addOption(new Option('--expires <date>', 'its last day, UTC').argParser(parseLastDay))
    .action(async (options: CreateOptions) => {
      const now = new Date().toISOString()
      if (options.expires !== undefined && options.expires < now)
        throw new CommandError(
          `--expires is ${options.expires.slice(0, 10)}, which is over; expected today or later.`,
          'hustings keys create --help',
          EXIT.usage,
        )
      await withState(options, async (state) => {
        const made = orRefuse(
          await createKey(state, pathsOf(options), { ...options, expires_at: options.expires ?? null, now }),
          `hustings accounts create ${quote(options.account)}${sampleFlag(options)}`,
        )
        if (options.json) printJson(made)
        else printLine(made.key)
        tell(`Key ${made.id} of ${made.account}: ${made.scopes.join(', ')}. It is not shown again.`)
        const owner = (await state.accounts()).find((account) => account.id === made.account_id)
        if (owner?.status === 'pending')
          tell(
            `The account waits for approval. Next: hustings accounts approve ${quote(made.account)}${sampleFlag(options)}`,
          )
      })
    })

  withCommonOptions(keys.command('list').description('all keys, by their last four characters')).action(
    async (options: CommonOptions) => {
      const all = await withState(options, (state) => state.keys())
      print(all, options)
      if (all.length === 0)
        tell(`There are no keys yet. Next: hustings keys create --account NAME${sampleFlag(options)}`)
    },
  )

  withCommonOptions(keys.command('revoke').description('refuse a key from now on'))
    .argument('<id>', 'as in `keys list`', parseId)
    .action(async (id: number, options: CommonOptions) => {
      const key = await withState(options, (state) => state.revokeKey(id, new Date().toISOString()))
      print([orRefuse(key, `hustings keys list${sampleFlag(options)}`)], options)
    })
}

/** Makes a key and keeps its hash; the answer alone carries the key itself. */
export async function createKey(
  state: State,
  paths: Pick<Paths, 'pepper'>,
  wanted: { account: string; scopes: Scope[]; expires_at: string | null; now: string },
): Promise<({ key: string } & Key) | Refusal> {
  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  const created = await state.createKey({
    account: wanted.account,
    hash: hashKey(key, loadPepper(paths)),
    last_four: key.slice(-4),
    scopes: wanted.scopes,
    created_at: wanted.now,
    expires_at: wanted.expires_at,
  })
  return 'refused' in created ? created : { key, ...created }
}

function print(keys: readonly Key[], options: CommonOptions): void {
  if (options.json) {
    printJson(keys)
    return
  }
  printTable({
    columns: ['id', 'account', 'key', 'scopes', 'created_at', 'expires_at', 'revoked_at'],
    rows: keys.map((key) => [
      key.id,
      key.account,
      `hst_live_…${key.last_four}`,
      key.scopes.join(','),
      key.created_at,
      key.expires_at,
      key.revoked_at,
    ]),
  })
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((part) => {
    const scope = SCOPES.find((known) => known === part.trim())
    if (scope) return scope
    const nearest = findNearest(part, SCOPES)
    throw new InvalidArgumentError(
      `Got "${part}", expected ${SCOPES.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`,
    )
  })
  return SCOPES.filter((scope) => scopes.includes(scope))
}

function parseId(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || String(id) !== text || id < 1)
    throw new InvalidArgumentError('Expected a whole number, as in `hustings keys list`.')
  return id
}
