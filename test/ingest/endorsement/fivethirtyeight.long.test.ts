// FiveThirtyEight's real file of 2018 with the real measures of San Francisco: needs ../shared/data.

import { describe, expect, it } from 'vitest'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { HAS_REAL, readReal, sourceOf } from '../ballot/read.ts'
import { countBy } from '../count.ts'
import { ballotsOf, feed, HAS_FEEDS } from './feed.ts'

describe.skipIf(!HAS_FEEDS || !HAS_REAL)(
  'California’s primary of 2018, of which San Francisco’s measures are held',
  () => {
    it('serves all 150 candidates of the feed', async () => {
      const id = 'sf-measures'
      const measures = await readReal(id, toDivisions([]))
      const ballots = ballotsOf(measures, () => sourceOf(id).lists)
      const fed = await feed('fivethirtyeight-2018', { states: ['CA'], ballots })
      expect(fed.election).toEqual(
        measures.election.filter(({ election_key }) => election_key === 'ca-2018-06-05-primary'),
      )
      expect(fed.choice).toHaveLength(150)
      expect(countBy(fed.issues, ({ code, severity }) => `${code} ${severity}`)).toEqual({
        'mended-name mended': 2,
        'not-an-endorsement ignored': 47,
        'too-many-picks refused': 2,
      })
      expect(fed.endorsement).toHaveLength(40)
    })
  },
)
