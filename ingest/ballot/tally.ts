const TALLY = /^(over|under|blank|invalid|total)[ -]?votes?$|^write-?ins?$|^(registered voters|ballots cast)$/i

/** Whether a result file's line counts votes and names no choice: by its whole value, since a person may be called Glover. */
export function isTally(name: string): boolean {
  return TALLY.test(name.trim())
}
