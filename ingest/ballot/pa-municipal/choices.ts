// The choices of a contest, from the lines of one county or of several, which spell and cut off names in their own ways.

import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import type { ListedChoice } from '../listed.ts'
import type { PaLine } from './line.ts'

/** Yes and no of a question. */
export function answersOf(lines: readonly PaLine[]): ListedChoice[] {
  return (['yes', 'no'] as const).flatMap((answer) => {
    const line = lines.find(({ choice }) => choice?.answer === answer)
    return line?.choice ? [toChoice(line, line.choice.name)] : []
  })
}

/** Every county of a district lists all of its candidates, so a name of one county alone is another spelling of a name of the others. */
export function candidatesOf(lines: readonly PaLine[]): ListedChoice[] {
  const people: { line: PaLine; name: string; files: Set<string> }[] = []
  for (const line of lines) {
    const { choice, at } = line
    if (!choice || choice.answer !== undefined || slug(choice.name) === '') continue
    const same =
      people.find(({ name }) => slug(name) === slug(choice.name)) ??
      people.find(({ name, files }) => !files.has(at.file) && isAlike(name, choice.name))
    if (!same) people.push({ line, name: choice.name, files: new Set([at.file]) })
    else {
      same.files.add(at.file)
      // Some counties give no parties.
      if (same.line.choice?.party_label === null) same.line = line
      if (choice.name.length > same.name.length) same.name = choice.name
    }
  }
  return people.map(({ line, name }) => toChoice(line, name))
}

/** `BENJAMIN SCOTT` is cut off; `Tina Andrews` and `Christina Tina Andrews` share a surname. */
function isAlike(a: string, b: string): boolean {
  const [one, other] = [slug(a), slug(b)]
  return one.startsWith(`${other}-`) || other.startsWith(`${one}-`) || surnameOf(a) === surnameOf(b)
}

function surnameOf(name: string): string {
  const words = slug(name).replace(/-(?:jr|sr|ii|iii|iv)$/, '')
  return words.slice(words.lastIndexOf('-') + 1)
}

/** Of a contest of the whole state: the surname tells candidates apart, and most counties' spelling is served. */
export function statewideCandidates(
  lines: readonly PaLine[],
  counties: number,
  sink: Pick<Sink, 'issue'>,
): ListedChoice[] {
  const surnames = new Map<string, PaLine[]>()
  for (const line of lines) {
    const surname = surnameOf(line.choice?.name ?? '')
    if (surname !== '') surnames.set(surname, [...(surnames.get(surname) ?? []), line])
  }
  return [...surnames.values()].flatMap((same) => {
    const spellings = new Map<string, number>()
    for (const { choice } of same) spellings.set(choice?.name ?? '', (spellings.get(choice?.name ?? '') ?? 0) + 1)
    const [most] = [...spellings].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const best = same.find(({ choice }) => choice?.name === most?.[0])
    if (!best?.choice) return []
    const { name } = best.choice
    if (same.length * 2 < counties) {
      const message = `stands in ${same.length} of ${counties} counties in a contest of the whole state; the name is left out`
      sink.issue({
        ...best.at,
        field: 'candidate',
        code: 'name-of-few-counties',
        value: name,
        message,
        severity: 'refused',
      })
      return []
    }
    const { party = null, party_label = null } = same.find(({ choice }) => choice?.party)?.choice ?? {}
    return [{ ...toChoice(best, name), party, party_label }]
  })
}

function toChoice({ at, choice }: PaLine, label: string): ListedChoice {
  const { name: _, ...rest } = choice ?? {}
  return { at, label, ...rest }
}
