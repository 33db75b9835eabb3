// `hustings demo`: the sample, built and served, with a key and an editor.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { hashPassword, SALT_BYTES } from '../../data/access/password.ts'
import type { DeskEndorser } from '../../data/desk/position.ts'
import { type Paths, projectFile } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { DEFAULT_PORT } from '../../server/config.ts'
import { changeNow, withState } from '../data-folder.ts'
import { orRefuse, PROGRAM, quote } from '../exit.ts'
import { createTrialKey } from '../issue-key.ts'
import { prepareAndListen, waitForStop } from '../operate/serve.ts'
import { type CommonOptions, parsePort, pathsOf, withCommonOptions } from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { runNightly } from '../publish/nightly.ts'

const ACCOUNT = 'demo'
const PORT_MAX = 65_535
const DOCTOR = 'hustings doctor --sample'
/** Places in the sample; data/sample/README.md lists the contests of each. */
const PLACES = ['Sample Harbor, ME', 'Sample Mesa, NM', 'Sample Springs, NV'] as const
/** A row in the interchange format that endorsements.csv does not contain yet. */
export const NEW_ENDORSEMENT =
  'otto-example,nm-2026-12-08-runoff,Mayor of Sample Mesa (Runoff),Uma Sample,,I add this one while you watch.,,https://example.org/sample/otto/runoff,2026-11-20'

interface DemoOptions {
  port?: number
  json?: true
}

export function addDemo(program: Command): void {
  withCommonOptions(
    program.command('demo').description('build and serve the sample, and print a key and requests to try'),
  )
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 takes any free one (default: HUSTINGS_PORT or 8080)').argParser(
        parsePort,
      ),
    )
    .action(async ({ port, json }: DemoOptions) => {
      const paths = pathsOf({ sample: true })
      const trial = { sample: true, publicExplorer: true, ...(port !== undefined && { port }) } as const
      const retry = (taken: number) => {
        const other = taken < PORT_MAX ? taken + 1 : DEFAULT_PORT
        return port === undefined ? `HUSTINGS_PORT=${other} make run` : `hustings demo --port ${other}`
      }
      const { server, prepared } = await prepareAndListen(trial, { command: 'hustings demo', retry }, () =>
        prepareSample(paths),
      )
      const { mirror, key, editor } = prepared
      const watcher = watchSample(mirror)
      const get = `curl -s -H 'Authorization: Bearer ${key}'`
      const places = PLACES.map((place) => `${get} '${server.url}/v1/ballot?location=${encodeURIComponent(place)}'`)
      const follow = `curl -N -H 'Authorization: Bearer ${key}' '${server.url}/v1/stream'`
      const file = relative(process.cwd(), join(mirror, 'data', 'sample', 'endorsements.csv'))
      const change = `echo '${NEW_ENDORSEMENT}' >> ${quote(file)}`
      const pages = {
        explore: `${server.url}/explore`,
        desk: `${server.url}/desk`,
        docs: `${server.url}/docs`,
        console: `${server.url}/console`,
      }
      if (json) printJson({ url: server.url, ...pages, key, editor, places, follow, change })
      else {
        printLine(`\nOpen in a browser:\n
  ${pages.explore}   a ballot, who endorses what, and recommendations; for example ${PLACES[0]}
  ${pages.desk}      publish an endorsement: sign in as ${editor.account} with ${editor.password}
  ${pages.docs}      guides and the API reference
  ${pages.console}   accounts and keys\n`)
        printLine(
          `For programs, in their terminal:\n\n  export HUSTINGS_URL=${server.url}\n  export HUSTINGS_KEY=${key}\n`,
        )
        printLine(`The ballot at three places of the sample:\n\n${places.map((curl) => `  ${curl}\n`).join('')}`)
        printLine(`Follow the changes in a second terminal, and make one in a third:\n\n  ${follow}\n  ${change}\n`)
      }
      logToStderr(`An account that signs up at the console needs: ${PROGRAM} accounts approve NAME --sample`)
      const kept = relative(process.cwd(), paths.root)
      logToStderr(
        `${kept} keeps accounts, keys, drafts and events for the next run; the editor's password is then a new one.`,
      )
      logToStderr(`Every endpoint is described at ${server.url}/openapi.json. Ctrl-C ends the demo.`)
      await waitForStop()
      watcher.kill()
      await server.close()
    })
}

/** Publishes the sample, and makes a key and an editor. */
async function prepareSample(paths: Paths) {
  const mirror = copySample(paths)
  const options: CommonOptions & { mirror: string } = { sample: true, mirror }
  const { seconds, publish } = await runNightly(options)
  logToStderr(`The sample is publication ${publish.publication}, ready in ${seconds} s.`)
  return withState(options, async (state) => ({
    mirror,
    key: await createTrialKey(state, paths, ACCOUNT, DOCTOR),
    editor: await createTrialEditor(state, DOCTOR),
  }))
}

/** Copies the sample's files to an editable folder, under the paths that its sources name. @returns the mirror's folder */
function copySample({ root }: Paths): string {
  const mirror = join(root, 'mirror')
  rmSync(mirror, { recursive: true, force: true })
  mkdirSync(join(mirror, 'node_modules'), { recursive: true })
  symlinkSync(projectFile('node_modules', 'us-atlas'), join(mirror, 'node_modules', 'us-atlas'))
  cpSync(projectFile('data', 'sample'), join(mirror, 'data', 'sample'), { recursive: true })
  return mirror
}

/** Runs `hustings watch` in its own process, as an operator does. */
function watchSample(mirror: string) {
  const [program = ''] = process.argv.slice(1)
  const args = [...process.execArgv, program, 'watch', '--sample', '--mirror', mirror]
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

// The editor of the desk of the sample's server, so that a newcomer can publish an endorsement in a browser at once.

const EDITOR = 'editor'
const PASSWORD_BYTES = 12
/** Invented like the sample, and in no file of it: nothing that the sample shows changes. */
const ENDORSER: DeskEndorser = {
  slug: 'trial-gazette',
  name: 'The Trial Gazette',
  category: 'newspaper',
  state: 'national',
}

/** Makes the account, unless it exists, and a new password: it is stored nowhere. @param next the command after a refusal */
async function createTrialEditor(state: ServiceStore, next: string): Promise<{ account: string; password: string }> {
  if (!(await state.findAccount(EDITOR))) {
    const wanted = { name: EDITOR, plan: 'standard', contact: null, password_hash: null }
    orRefuse(await state.createAccount(wanted, changeNow()), next)
  }
  orRefuse(await state.setAccountStatus(EDITOR, 'approve', changeNow()), next)
  await state.openDesk(ENDORSER, [], changeNow())
  orRefuse(await state.setEditor(EDITOR, ENDORSER.slug, true, changeNow()), next)
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const hash = await hashPassword(password, randomBytes(SALT_BYTES))
  orRefuse(await state.setPassword(EDITOR, hash, changeNow()), next)
  return { account: EDITOR, password }
}
