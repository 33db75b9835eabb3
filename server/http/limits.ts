import type { Standing } from '../meter/meter.ts'

/** The five headers of every response, names and values in turn. */
export function limitHeaders(standing: Standing): string[] {
  return [
    'RateLimit-Limit',
    String(standing.limit),
    'RateLimit-Remaining',
    String(standing.remaining),
    'RateLimit-Reset',
    String(standing.reset),
    'X-Daily-Limit',
    standing.daily_limit === null ? 'unlimited' : String(standing.daily_limit),
    'X-Daily-Remaining',
    standing.daily_remaining === null ? 'unlimited' : String(standing.daily_remaining),
  ]
}
