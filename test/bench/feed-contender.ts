// The messages between the processes of the feed benchmark.

import { z } from 'zod'

/** Before the nanoseconds of a clock that all processes of a machine share: when an event was sent. */
export const STAMP = 'sent at '

export const usage = z.object({
  /** Microseconds so far. */
  cpu: z.number(),
  /** Resident, in bytes. */
  memory: z.number(),
})
export const listening = z.object({ port: z.number(), key: z.string().optional(), root: z.string().optional() })
/** On the shared clock, in nanoseconds as text: JSON has no such numbers. */
export const instant = z.object({ at: z.string() })

export function tellInstant(): void {
  process.send?.({ at: String(process.hrtime.bigint()) } satisfies z.infer<typeof instant>)
}

export function answerUsage(): void {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies z.infer<typeof usage>)
  })
}
