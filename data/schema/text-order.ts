/** Texts by their UTF-16 units: of the ASCII ones that keys are made of, the order of every database. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
