// What each account took, in usage.sqlite: one owner writes it, before it answers; others read it for their charts.

export interface UsageCount {
  account_id: number
  /** Whole minutes and days since 1970. */
  minute: number
  day: number
  /** Of this minute and this day so far. */
  minute_requests: number
  day_requests: number
}

export interface Usage {
  /** The latest minute and day of each account. */
  latest(): UsageCount[]
  /** Writes these counts in one transaction; it has reached the file, and survives this process, when it returns. */
  write(counts: readonly UsageCount[]): void
  /** Requests by minute and by day, oldest first; minutes and days without any are not among them. */
  history(
    account_id: number,
    from: { minute: number; day: number },
  ): { minutes: { minute: number; requests: number }[]; days: { day: number; requests: number }[] }
  /** Deletes minutes and days before these. */
  prune(before: { minute: number; day: number }): void
  close(): void
}
