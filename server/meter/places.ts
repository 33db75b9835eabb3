// The streams that are open, by account: in memory alone, since none outlives the process that counts them.

export interface Places {
  /** How many streams the account has open. */
  taken(account: number): number
  hold(account: number, stream: string): void
  /** No change where it is not open. */
  release(account: number, stream: string): void
}

export function createPlaces(): Places {
  const open = new Map<number, Set<string>>()
  return {
    taken: (account) => open.get(account)?.size ?? 0,
    hold(account, stream) {
      const streams = open.get(account)
      if (streams) streams.add(stream)
      else open.set(account, new Set([stream]))
    },
    release(account, stream) {
      const streams = open.get(account)
      streams?.delete(stream)
      if (streams?.size === 0) open.delete(account)
    },
  }
}
