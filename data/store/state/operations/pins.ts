import type { Pin } from '../../../schema/pin.ts'
import type { ServiceStore } from '../state.ts'
import { type Connection, find, list, run, type Work } from './connection.ts'

const PIN = 'SELECT bundle, name, pinned_at FROM pin'

export function pinOperations(connection: Connection): Pick<ServiceStore, 'pins' | 'pin' | 'unpin'> {
  function* findPin(bundle: string): Work<Pin | undefined> {
    return yield* find(`${PIN} WHERE bundle = @bundle`, { bundle })
  }
  function* findNamed(name: string): Work<Pin | undefined> {
    return yield* find(`${PIN} WHERE name = @name`, { name })
  }

  return {
    pins: () => connection.read(() => list(`${PIN} ORDER BY pinned_at, bundle`)),

    pin: (bundle, name, pinned_at) =>
      connection.write(function* () {
        const namesake = name === null ? undefined : yield* findNamed(name)
        if (namesake && namesake.bundle !== bundle)
          return { refused: `The name "${name}" belongs to the pinned bundle ${namesake.bundle.slice(0, 12)}.` }
        yield* run(
          `INSERT INTO pin (bundle, name, pinned_at)
          VALUES (@bundle, @name, @pinned_at)
          ON CONFLICT (bundle) DO UPDATE SET name = coalesce(@name, pin.name)`,
          { bundle, name, pinned_at },
        )
        return (yield* findPin(bundle)) ?? { bundle, name, pinned_at }
      }),

    unpin: (reference) =>
      connection.write(function* () {
        const found = 'bundle' in reference ? yield* findPin(reference.bundle) : yield* findNamed(reference.name)
        if (found) yield* run('DELETE FROM pin WHERE bundle = @bundle', { bundle: found.bundle })
        return found
      }),
  }
}
