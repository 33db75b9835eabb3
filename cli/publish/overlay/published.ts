import { stateExists } from '../../../data/store/state/open.ts'
import { withState } from '../../data-folder.ts'
import { type CommonOptions, pathsOf } from '../../options.ts'

/** Id of the current bundle; undefined if nothing is published. */
export async function findPublished(options: CommonOptions): Promise<string | undefined> {
  if (!(await stateExists(pathsOf(options)))) return undefined
  return (await withState(options, (state) => state.head()))?.bundle
}
