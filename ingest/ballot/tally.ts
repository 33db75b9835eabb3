const TALLY = /^(over|under|blank|invalid|total)[ -]?votes?$|^write-?ins?$|^(registered voters|ballots cast)$/i

/** True if a line of a result file counts votes and names no choice. Compares whole values: a person may be called Glover. */
export function isTally(name: string): boolean {
  return TALLY.test(name.trim())
}
