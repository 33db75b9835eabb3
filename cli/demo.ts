import { type Command, Option } from 'commander'
import { KEYS_PER_ACCOUNT_MAX } from '../data/schema/account.ts'
import { SCOPES } from '../data/schema/vocabulary.ts'
import type { Paths } from '../data/store/paths.ts'
import type { State } from '../data/store/state/state.ts'
import { orRefuse } from './exit.ts'
import { createKey } from './keys.ts'
import { runNightly } from './nightly.ts'
import { type CommonOptions, parsePort, pathsOf, withCommonOptions } from './options.ts'
import { printJson, printLine, tell } from './output.ts'
import { listen, waitForStop } from './serve.ts'
import { changeNow, withState } from './state.ts'

const ACCOUNT = 'demo'
/** Sample Harbor, Maine; data/sample/README.md says what is voted there. */
const POINT = { lat: 44.45, lng: -69.78 }

interface DemoOptions {
  port?: number
  json?: true
}

export function addDemo(program: Command): void {
  withCommonOptions(program.command('demo').description('the sample, built and served, with a key and a curl to try'))
    .addOption(
      new Option('--port <port>', '0 takes any free one (default: HUSTINGS_PORT or 8080)').argParser(parsePort),
    )
    .action(async ({ port, json }: DemoOptions) => {
      const options: CommonOptions = { sample: true }
      const { seconds, publish } = await runNightly(options)
      tell(`The sample is publication ${publish.publication}, ready in ${seconds} s.`)
      const paths = pathsOf(options)
      const key = await withState(options, (state) => makeDemoKey(state, paths))
      const server = await listen({ ...options, ...(port !== undefined && { port }) }, 'hustings demo')
      const curl = `curl -s -H 'Authorization: Bearer ${key}' '${server.url}/v1/ballot?lat=${POINT.lat}&lng=${POINT.lng}'`
      const follow = `curl -N -H 'Authorization: Bearer ${key}' '${server.url}/v1/stream?from=earliest'`
      const console = `${server.url}/console`
      if (json) printJson({ url: server.url, console, key, curl, follow })
      else
        printLine(
          `\nKey      ${key}\nURL      ${server.url}\nConsole  ${console}\n\nTry      ${curl}\nFollow   ${follow}\n`,
        )
      tell('Who signs up at the console waits for: npx hustings accounts approve NAME --sample')
      tell(`The whole interface: ${server.url}/openapi.json. Ctrl-C ends it.`)
      await waitForStop()
      await server.close()
    })
}

/** An approved account and a fresh key: the key of an earlier demo is kept nowhere. */
async function makeDemoKey(state: State, paths: Paths): Promise<string> {
  const next = 'hustings doctor --sample'
  if (!(await state.findAccount(ACCOUNT))) {
    const wanted = { name: ACCOUNT, plan: 'unlimited', contact: null, password_hash: null }
    orRefuse(await state.createAccount(wanted, changeNow()), next)
  }
  const { account } = orRefuse(await state.setAccountStatus(ACCOUNT, 'approve', changeNow()), next)
  const valid = (await state.keysOf(account.id)).filter((key) => key.revoked_at === null)
  // Keys that nobody knows any more make room for this one; the latest stay, for a demo on another port.
  for (const { id } of valid.slice(0, Math.max(0, valid.length + 1 - KEYS_PER_ACCOUNT_MAX)))
    orRefuse(await state.revokeKey({ id, account_id: account.id }, changeNow()), next)
  const wanted = { account: ACCOUNT, label: null, scopes: [...SCOPES], addresses: [], expires_at: null }
  return orRefuse(await createKey(state, paths, wanted), next).key
}
