// Runs commands of the compiled command line one after another in one process, so that each command costs its own work and not
// the start of Node.js. cli.js is evaluated anew for each command, as a process would; the modules that it imports stay loaded.

import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const [, , cli] = process.argv
const environment = { ...process.env }
let count = 0
let at

const RealDate = Date

/** The clock of a command that has a time of its own. */
class SetDate extends RealDate {
  constructor(...words) {
    if (words.length === 0) super(SetDate.now())
    else super(...words)
  }
  static now() {
    return at ?? RealDate.now()
  }
}
globalThis.Date = SetDate

/** @param now ISO 8601; default: the machine's clock */
async function run({ words, folder, input = '', environment: added = {}, now }) {
  at = now === undefined ? undefined : Date.parse(now)
  const written = { stdout: '', stderr: '' }
  const own = {}
  for (const name of ['stdout', 'stderr']) {
    own[name] = process[name].write
    process[name].write = (chunk, encoding, done) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const callback = typeof encoding === 'function' ? encoding : done
      if (callback) process.nextTick(callback)
      return true
    }
  }
  process.env = { ...environment, ...added, HUSTINGS_VAR: folder }
  // The name of an installed command: what it prints then begins with `hustings`.
  process.argv = [process.execPath, join(dirname(cli), 'hustings'), ...words]
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [input]), configurable: true })
  const listeners = process.stdout.listeners('error')
  try {
    count += 1
    await import(`${pathToFileURL(cli)}?${count}`)
    return { code: process.exitCode ?? 0, ...written }
  } finally {
    Object.assign(process.stdout, { write: own.stdout })
    Object.assign(process.stderr, { write: own.stderr })
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener)
    process.exitCode = undefined
  }
}

process.on('message', (command) => {
  run(command).then(
    (ended) => process.send({ ended }),
    (error) => process.send({ failed: String(error?.stack ?? error) }),
  )
})
// The test process has ended.
process.on('disconnect', () => process.exit())
