// Tells of categories and endorsers of a filter that the served data does not have: to the feed and the lists, they match nothing.

import { type CommonOptions, pathsOf } from '../options.ts'
import { logToStderr } from '../output.ts'

/** @param parameters as in a query */
export async function noteUnknownSlugs(
  parameters: Readonly<Record<string, string>>,
  options: CommonOptions,
): Promise<void> {
  const { findUnknownSlugs } = await import('./offline.ts')
  const source = { paths: pathsOf(options), now: Date.now, steady: () => performance.now() }
  for (const { parameter, slug, hint } of await findUnknownSlugs(source, parameters))
    logToStderr(`--${parameter}: the data has no "${slug}", so it matches nothing; ${hint}`)
}
