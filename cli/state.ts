import { openState } from '../data/store/state/open.ts'
import type { State } from '../data/store/state/state.ts'
import { type CommonOptions, pathsOf } from './options.ts'

/** Opens the state for one piece of work, and closes it however that ends. */
export async function withState<Result>(
  options: CommonOptions,
  work: (state: State) => Promise<Result>,
): Promise<Result> {
  const state = await openState(pathsOf(options))
  try {
    return await work(state)
  } finally {
    await state.close()
  }
}
