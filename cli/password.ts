// Reads a new password: never from the command line, which other users of the machine can see.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { newPassword } from '../data/schema/password.ts'
import { toSentence } from './argument.ts'
import { CommandError, EXIT } from './exit.ts'

/** Asked for twice without an echo, or all of stdin where that is no terminal, without the line's end. @param again what to type next time */
export async function readPassword(again: string): Promise<string> {
  const { stdin } = process
  const password = stdin.isTTY ? await askTwice(again) : (await text(stdin)).replace(/\r?\n$/, '')
  const { data, error } = newPassword.safeParse(password)
  if (error === undefined) return data
  throw new CommandError(toSentence(error.issues[0]?.message ?? ''), again, EXIT.usage)
}

/** The terminal is told nothing of what is typed. Ctrl-C and Ctrl-D leave. */
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
    if ((await ask('Once more: ')) === first) return first
    throw new CommandError('The two passwords differ.', again, EXIT.usage)
  } finally {
    lines.close()
  }
}
