import type { Pin } from '../../../schema/pin.ts'
import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'

const PIN = 'SELECT bundle, name, pinned_at FROM pin'

export function pinOperations(connection: Connection): Pick<ServiceStore, 'pins' | 'pin' | 'unpin'> {
  const find = (bundle: string): Pin | undefined => connection.find(`${PIN} WHERE bundle = @bundle`, { bundle })
  const findNamed = (name: string): Pin | undefined => connection.find(`${PIN} WHERE name = @name`, { name })

  return {
    pins: async () => connection.list(`${PIN} ORDER BY pinned_at, bundle`),

    pin: async (bundle, name, pinned_at) =>
      connection.write(() => {
        const namesake = name === null ? undefined : findNamed(name)
        if (namesake && namesake.bundle !== bundle)
          return { refused: `The name "${name}" belongs to the pinned bundle ${namesake.bundle.slice(0, 12)}.` }
        connection.run(
          `INSERT INTO pin (bundle, name, pinned_at)
          VALUES (@bundle, @name, @pinned_at)
          ON CONFLICT (bundle) DO UPDATE SET name = coalesce(@name, name)`,
          { bundle, name, pinned_at },
        )
        return find(bundle) ?? { bundle, name, pinned_at }
      }),

    unpin: async (reference) =>
      connection.write(() => {
        const found = 'bundle' in reference ? find(reference.bundle) : findNamed(reference.name)
        if (found) connection.run('DELETE FROM pin WHERE bundle = @bundle', { bundle: found.bundle })
        return found
      }),
  }
}
