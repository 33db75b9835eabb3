/** The Tuesday after the first Monday of November. Source: 2 U.S. Code 7. */
export function novemberElection(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  return `${year}-11-${String(2 + ((8 - first) % 7)).padStart(2, '0')}`
}
