// Reads the location of a command: from its words, from stdin, or as a point. It goes to no file, no message and no other process.

import { LOCATION_LENGTH_MAX } from '../../data/schema/constants.ts'
import { parsePointText } from '../../data/schema/point-text.ts'
import { CommandError, EXIT } from '../exit.ts'

export const LOCATION_HELP = `
A location is a street address, a ZIP code, a city or county with its state, a state, or a point such as 44.45,-69.78.
The words of a command stay in the history of the shell, and other users see them in the list of processes while it runs.
With - as the location, the command reads it from stdin instead, where neither happens. The answer comes from the data
folder of this machine: a location is sent nowhere and written nowhere.`

interface Point {
  lat?: string
  lng?: string
}

/**
 * @param words of the command line; `-` alone reads stdin
 * @param point of --lat and --lng, which the server checks @param next the command after an error
 * @returns the location parameters of the API
 */
export async function readLocation(
  words: readonly string[],
  point: Point,
  next: string,
): Promise<Record<string, string>> {
  hideWords()
  const own = Object.entries(point).filter(([, value]) => value !== undefined)
  if (words.length === 0 && own.length > 0) return Object.fromEntries(own)
  const text = words.join(' ') === '-' ? await readLine() : words.join(' ').trim()
  if (text === '')
    throw new CommandError(
      'Got no location, expected an address, a ZIP code, a city, a county, a state or a point.',
      next,
      EXIT.usage,
    )
  if (text.length > LOCATION_LENGTH_MAX)
    throw new CommandError(
      `The location has ${text.length} characters, expected at most ${LOCATION_LENGTH_MAX}.`,
      next,
      EXIT.usage,
    )
  return { ...Object.fromEntries(own), ...(parsePointText(text) ?? { location: text }) }
}

/** From here on, the list of processes shows the name alone. */
function hideWords(): void {
  process.title = 'hustings'
}

/** The first line of stdin that is not empty. */
async function readLine(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Location: ')
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.trimStart().includes('\n') || text.length > LOCATION_LENGTH_MAX * 4) break
  }
  return text.trim().split('\n', 1)[0]?.trim() ?? ''
}
