import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Event } from '../../data/schema/event.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { EVENT_WAIT_MAX } from '../../data/schema/parameter.ts'
import { CommandError, nextStep, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { escapeControls, logToStderr, printLine } from '../output.ts'
import { openStop } from '../progress.ts'
import {
  noteUnknownSlugs,
  type ParameterOptions,
  readParameters,
  toCommandError,
  toFlags,
  toSearch,
  withParameters,
} from './ask-offline.ts'
import { lookOfStdout } from './terminal/page.ts'

const { query, response } = liveOperations.listEvents
// A saved subscription belongs to an account, which this machine's shell is not. `wait` only divides the waiting.
const { subscription: _, wait: __, ...PARAMETERS } = query.shape

interface TailOptions extends CommonOptions {
  bookmark?: string
  once?: true
}

export function addTail(program: Command): void {
  const command = program.command('tail').description('follow the changes of endorsements as they are published')
  withCommonOptions(withParameters(command, PARAMETERS))
    .option(
      '--bookmark <file>',
      'start after the position in this file, if it exists, and write each new position to it',
    )
    .option('--once', 'end after the last change that is there, instead of waiting for the next one')
    .addHelpText(
      'after',
      `
It starts after the newest change, unless --cursor, --since, --from or a bookmark gives another position. Ctrl-C ends it
and prints the command that continues. After a crash a bookmark may repeat the last page, but no change is lost.
With --json, each line is one answer of /v1/events.`,
    )
    .action(tail)
}

async function tail(options: TailOptions & ParameterOptions): Promise<void> {
  const { bookmark, once = false, json } = options
  const given = readParameters(PARAMETERS, options)
  const parameters = { ...given, ...(bookmark !== undefined && readBookmark(bookmark)) }
  const { followOffline } = await import('./offline.ts')
  const print = json ? printAsJson : await createPrinter()
  const stop = openStop()
  let cursor: string | undefined
  const source = { paths: pathsOf(options), now: Date.now, steady: () => performance.now(), once, stop: stop.signal }
  try {
    await noteUnknownSlugs(given, options)
    await followOffline(source, toSearch({ wait: String(EVENT_WAIT_MAX), ...parameters }), (page) => {
      print(page.json)
      if (bookmark !== undefined && page.cursor !== cursor) writeBookmark(bookmark, page.cursor)
      cursor = page.cursor
    })
  } catch (fault) {
    const error = toCommandError(fault, 'tail', options)
    // A bookmark wins over --from, so it has to go first.
    if (bookmark !== undefined && fault instanceof ApiError && fault.code === 'cursor_expired')
      throw new CommandError(`${bookmark}: ${error instanceof Error ? error.message : ''}`, startAnew(bookmark))
    throw error
  } finally {
    stop.close()
  }
  if (cursor === undefined) return
  const { cursor: _cursor, since: _since, from: _from, ...filters } = given
  const again = { ...filters, ...(bookmark === undefined && { cursor }) }
  const flags = `${sampleFlag(options)}${bookmark === undefined ? '' : ` --bookmark ${quote(bookmark)}`}`
  logToStderr(nextStep(`hustings tail${flags}${toFlags(again, quote)}   # continues here`))
}

function printAsJson(page: string): void {
  // A page without a change tells a program nothing.
  if (page.startsWith('{"data":[],') && page.endsWith('"has_more":false}')) return
  printLine(escapeControls(page))
}

async function createPrinter(): Promise<(page: string) => void> {
  const { formatEvent } = await import('./terminal/endorsements-text.ts')
  const print = (event: Event): void => printLine(formatEvent(event, lookOfStdout()).join('\n'))
  return (page) => {
    for (const event of response.parse(JSON.parse(page)).data) print(event)
  }
}

/** A position wins over the options that name a start. */
function readBookmark(file: string): { cursor?: string } {
  if (!existsSync(file)) return {}
  const cursor = readFileSync(file, 'utf8').trim()
  if (/^[\w-]{1,100}$/.test(cursor)) return { cursor }
  throw new CommandError(`${file} holds no position of the feed.`, startAnew(file))
}

function startAnew(bookmark: string): string {
  return `rm ${quote(bookmark)}   # then tail starts anew`
}

function writeBookmark(file: string, cursor: string): void {
  const writing = `${file}.writing`
  writeFileSync(writing, `${cursor}\n`)
  renameSync(writing, file)
}
