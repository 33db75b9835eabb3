// Which county a ZIP area of 2010 lies in, from the Census relationship file as a list of [zip, state, county name].

import { z } from 'zod'
import { isStateCode } from '../../data/schema/states.ts'
import { readJson } from '../read/json.ts'
import type { Reader } from '../source.ts'
import { SourceError } from '../source.ts'

const layout = z.object({
  zip_state_county: z.array(z.tuple([z.string().regex(/^\d{5}$/), z.string().regex(/^[A-Z]{2}$/), z.string().min(1)])),
})

/** Rows `zip_county`: one county a ZIP, which need not be the county of the ZIP's point. Throws SourceError for another layout. */
export const readZctaCounties: Reader = (files, { states }, sink) => {
  for (const file of files) {
    const parsed = layout.safeParse(readJson(file))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new SourceError(
        `expected "zip_state_county", a list of [zip, state, county]; at ${issue?.path.join('.')}: ${issue?.message}`,
        { file: file.name },
      )
    }
    for (const [zip, state, county_name] of parsed.data.zip_state_county) {
      if (!isStateCode(state))
        throw new SourceError(`got the state "${state}" for ZIP ${zip}, expected a USPS code`, { file: file.name })
      if (states.has(state)) sink.row('zip_county', { zip, state, county_name }, { file: file.name, line: null })
    }
  }
}
