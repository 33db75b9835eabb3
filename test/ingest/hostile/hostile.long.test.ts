// Malicious files, each read in a process of 256 MB: reading ends soon, in little memory, with an error or rows.

import { beforeAll, describe, expect, it } from 'vitest'
import { readApart } from './apart.ts'
import { cases as archives } from './archive-cases.ts'
import type { HostileCase, Outcome } from './case.ts'
import { cases as geopackages } from './geopackage-cases.ts'
import { cases as markup } from './markup-cases.ts'
import { cases as pdfs } from './pdf-cases.ts'
import { cases as text } from './text-cases.ts'
import { cases as trees } from './tree-cases.ts'

/** Beyond the file itself. Honest files of a megabyte take some 60. */
const MEGABYTES_MAX = 300
/** Of the time that a sound file takes, for each megabyte; some lines are shorter than its lines. */
const TIMES_MAX = 25
const MARGIN_MS = 300
const SENTENCE_MAX = 2000

const modules: [string, readonly HostileCase[]][] = [
  ['text-cases.ts', text],
  ['tree-cases.ts', trees],
  ['markup-cases.ts', markup],
  ['archive-cases.ts', archives],
  ['geopackage-cases.ts', geopackages],
  ['pdf-cases.ts', pdfs],
]

describe.each(modules)('%s', (module, cases) => {
  let outcomes: Outcome[]
  beforeAll(async () => {
    outcomes = await readApart(module)
  })

  it.each(cases.map((one, nth) => [`${one.reader}: ${one.what}`, one, nth] as const))(
    '%s',
    (_, { what, ends }, nth) => {
      const outcome = outcomes[nth]
      if (outcome?.what !== what) throw new Error(`it was not read, but "${outcome?.what}"`)
      const { gave, error, milliseconds, sound, megabytes, length } = outcome
      if (typeof ends === 'number') expect({ gave, error }).toEqual({ gave: ends, error: null })
      else expect(error).toEqual({ name: 'SourceError', message: expect.stringMatching(ends) })
      expect(error?.message.length ?? 0).toBeLessThan(SENTENCE_MAX)
      expect(megabytes).toBeLessThan(MEGABYTES_MAX)
      expect(milliseconds).toBeLessThan(MARGIN_MS + TIMES_MAX * sound * Math.max(1, length / 1e6))
    },
  )
})
