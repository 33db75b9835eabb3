// The keys that every entry of a source has, in sources.yaml and in the list.yaml of a state.

import { z } from 'zod'
import { LICENCES, type LicenceName } from '../../data/reference/licences.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'

function isLicence(name: string): name is LicenceName {
  return Object.hasOwn(LICENCES, name)
}
const licenceNames = Object.keys(LICENCES).filter(isLicence)

/** Each description completes the sentence `expected …`. */
export const id = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
  .describe(
    'a name of lower-case letters and digits joined by single hyphens, at most 60 characters, such as city-paper',
  )
export const publisher = z
  .string()
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ranges, which the editors and checkers of every language read.
  .regex(/^ *[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$/)
  .refine((name) => !/\p{Cs}/u.test(name))
  .describe('the name of the publisher on one line, at most 200 characters')
export const page = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("the http or https URL of the publisher's web page, which answers name as the source")
export const licence = z
  .enum(licenceNames)
  .describe(`the name of a known license: ${licenceNames.map((name) => `"${name}"`).join(', ')}`)
export const state = z.enum(STATE_CODES).describe('a postal code in capitals, such as NC')
export const personal = z
  .array(z.string().min(1).max(100).describe('the name of a column or element'))
  .describe('a list of columns or elements with personal data, which are blanked before anything is kept')
export const encoding = z
  .enum(['windows-1252', 'latin1'])
  .describe('windows-1252 or latin1, or no such key for text in UTF-8 and for XML that declares its encoding')
