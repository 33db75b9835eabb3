import type { Sink } from '../source.ts'
import type { At, ListedContest } from './listed.ts'

/** Characters of a title or a name; the longest real one has 100. */
const NAME_MAX = 1000

/** As it is; or, where a title or a name has over 1,000 characters, with it cut there: an issue `long-name`. */
export function cutNames(contest: ListedContest, sink: Pick<Sink, 'issue'>): ListedContest {
  const { at, title, short_title, choices } = contest
  if (title.length <= NAME_MAX && choices.every(({ label }) => label.length <= NAME_MAX)) return contest
  const tell = (text: string, at: At): string => {
    if (text.length <= NAME_MAX) return text
    const message = `got a title or name of ${text.length} characters, expected at most ${NAME_MAX}; it is cut there`
    sink.issue({ ...at, field: null, code: 'long-name', value: text, message, severity: 'mended' })
    return cut(text)
  }
  return {
    ...contest,
    title: tell(title, at),
    short_title: cut(short_title),
    choices: choices.map((choice) => ({ ...choice, label: tell(choice.label, choice.at) })),
  }
}

/** From its first letter or digit, so that some are left; not between the halves of a character. */
function cut(text: string): string {
  if (text.length <= NAME_MAX) return text
  return text
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, NAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
