// Loads the document's examples: one shortened response of each data endpoint from the sample. test/contract/examples.test.ts checks them.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'

const examples = z.record(z.string(), z.object({ request: z.string(), response: z.json() }))
/** By path template. */
export type Examples = z.infer<typeof examples>

export function loadExamples(): Examples {
  return examples.parse(JSON.parse(readFileSync(projectFile('data', 'sample', 'examples.json'), 'utf8')))
}
