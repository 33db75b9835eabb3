import type { ServiceStore } from '../state.ts'
import { type Connection, find, run, type Work } from './connection.ts'

export function pepperOperations(connection: Connection): Pick<ServiceStore, 'pepper' | 'keepPepper'> {
  function* findPepper(): Work<string | null> {
    return (yield* find<{ pepper: string | null }>('SELECT pepper FROM head WHERE only_row = 1'))?.pepper ?? null
  }

  return {
    pepper: () =>
      connection.readOnce(function* () {
        const fingerprint = yield* findPepper()
        const counted = yield* find<{ count: number }>('SELECT count(*) AS count FROM api_key')
        return { fingerprint, keys: counted?.count ?? 0 }
      }),

    keepPepper: async (fingerprint) =>
      (await connection.read(findPepper)) ??
      connection.writeQuietly(function* () {
        yield* run('UPDATE head SET pepper = @fingerprint WHERE only_row = 1 AND pepper IS NULL', { fingerprint })
        return (yield* findPepper()) ?? fingerprint
      }),
  }
}
