import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'

export function pepperOperations(connection: Connection): Pick<ServiceStore, 'pepper' | 'keepPepper'> {
  const find = (): string | null =>
    connection.find<{ pepper: string | null }>('SELECT pepper FROM head WHERE only_row = 1')?.pepper ?? null

  return {
    pepper: async () => ({
      fingerprint: find(),
      keys: connection.find<{ count: number }>('SELECT count(*) AS count FROM api_key')?.count ?? 0,
    }),

    keepPepper: async (fingerprint) =>
      find() ??
      connection.writeQuietly(() => {
        connection.run('UPDATE head SET pepper = @fingerprint WHERE only_row = 1 AND pepper IS NULL', { fingerprint })
        return find() ?? fingerprint
      }),
  }
}
