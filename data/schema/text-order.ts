/** Compares texts by their UTF-16 units. For ASCII text, such as keys, this is the order of every database. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
