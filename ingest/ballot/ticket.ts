// The two people of a ticket whom a source prints as one name.

/** ` / `, ` and `, ` & `, ` - `, and a dash after a suffix: `Robert F. Sample Jr.- Bo Example`. A hyphen within a name has no spaces. */
const BETWEEN = /\/| and |&| [-–—] |(?<=\.)[-–—] /i

/** `Ann Sample and Bo Example`. Undefined unless there are two names, each of two words or more. */
export function splitTicket(printed: string): { candidate: string; running_mate: string } | undefined {
  const [candidate = '', running_mate = '', ...others] = printed
    .replace(/\s+/g, ' ')
    .split(BETWEEN)
    .map((name) => name.trim())
  const areNames = [candidate, running_mate].every((name) => /\S \S/.test(name))
  return areNames && others.length === 0 ? { candidate, running_mate } : undefined
}
