// A state by one text, which a test passes to another process: a file's path or a database's URL.

import type { Paths } from '../../../../data/store/paths.ts'

export function pathsAt(address: string): Pick<Paths, 'state' | 'stateServer'> {
  return address.startsWith('postgres') ? { state: '', stateServer: address } : { state: address }
}
