// Single member districts of the District of Columbia: one rule for the division ids of both lines and contests.

const DC = 'ocd-division/country:us/district:dc'
/** Commission and number, e.g. 1A01, 3/4G06. */
const SMD_NAME = /\d(?:\/\d)?[A-Z]\d\d/

export interface DcSmd {
  /** The name in the lines of 2022: `6/8F01`, even if the results of 2022 say 8F01. */
  name: string
  /** The commission: `6/8F`. */
  anc: string
  ocd_id: string
  anc_ocd_id: string
}

/** Finds the first district named in a text, e.g. `ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F`. */
export function findSmd(text: string): DcSmd | undefined {
  const [found] = SMD_NAME.exec(text) ?? []
  if (found === undefined) return undefined
  const name = found.replace(/^8F/, '6/8F')
  const anc = name.slice(0, -2)
  const anc_ocd_id = ancOcdId(anc)
  return { name, anc, ocd_id: `${anc_ocd_id}/council_district:${Number(name.slice(-2))}`, anc_ocd_id }
}

/** `3/4G` → `…/district:dc/anc:3~4g`. */
export function ancOcdId(anc: string): string {
  return `${DC}/anc:${anc.toLowerCase().replaceAll('/', '~')}`
}
