// The days of elections that law sets by a rule, so that no year needs a change of the code.

/** YYYY-MM-DD: the Tuesday after the first Monday of November (2 U.S.C. § 7). */
export function generalElectionDay(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  return `${year}-11-${String(2 + ((8 - first) % 7)).padStart(2, '0')}`
}
