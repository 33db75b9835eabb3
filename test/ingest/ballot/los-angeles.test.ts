import { expect, it } from 'vitest'
import { losAngelesSources } from '../../../ingest/ballot/los-angeles.ts'

it("the licence of Los Angeles County's feeds is that of the project that keeps the copies, which is named", () => {
  expect(losAngelesSources.map(({ licence, publisher, url }) => [licence, publisher, url])).toEqual([
    [
      'MIT',
      'We Vote, from the Los Angeles County Registrar-Recorder/County Clerk',
      'https://github.com/wevote/WeVoteServer',
    ],
  ])
})
