// Forty-five things that newcomers type into the search of the documents, each with the sections that answer it. The questions are in no
// document: change the documents or the search, never the questions.

import { expect, test } from 'vitest'
import { openApi } from '../../server/api.ts'

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  // A developer
  'get a key': ['/docs/api#authentication', '/docs/one-machine#4-first-key'],
  address: ['/docs/api#locations', '/docs/operator#addresses'],
  'how many requests per minute': ['/docs/api#limits', '/docs/operator#plans'],
  'next page of results': [
    '/docs/api#requests-and-answers',
    '/docs/client#lists',
    '/docs/samples#a-whole-list-page-by-page',
  ],
  'stream lost connection': [
    '/docs/api#resume',
    '/docs/client#the-stream',
    '/docs/election-night#4-survive-a-broken-line',
  ],
  'error 429': ['/docs/api#errors'],
  webhook: ['/docs/glossary#webhook'],
  'ballot of a past election': ['/docs/api#as-it-was-on-a-date', '/docs/api#dates'],
  'python example': ['/docs/samples#', '/docs/quickstart#python', '/docs/client#examples'],
  // An operator
  backup: ['/docs/operator#backup-and-restore'],
  restore: ['/docs/operator#restore-a-backup'],
  install: ['/docs/operator#install-and-first-run', '/docs/one-machine#1-install'],
  docker: ['/docs/operator#container'],
  https: ['/docs/one-machine#3-tls'],
  'upgrade to a new version': ['/docs/operator#upgrade'],
  'change the port': ['/docs/operator#settings'],
  'disk is full': ['/docs/operator#damage-and-full-disks'],
  alerts: ['/docs/operator#watching', '/docs/operator#monitoring', '/docs/one-machine#5-watching'],
  'undo a bad publication': ['/docs/operator#rollback'],
  'revoke a key': ['/docs/operator#accounts-and-keys'],
  'forgot password': ['/docs/operator#lost-passwords'],
  // A newsroom
  embed: ['/docs/operator#embed-a-contest-in-another-site'],
  'import endorsements from csv': ['/docs/desk#import-a-file'],
  'withdraw an endorsement': ['/docs/desk#correct-or-withdraw-a-position'],
  'report a mistake': ['/docs/api#corrections', '/docs/operator#corrections'],
  rss: ['/docs/access#'],
  // An analyst
  parquet: ['/docs/analyst#export-files'],
  'match a list of addresses to districts': ['/docs/analyst#districts-of-many-points'],
  'cite the data': ['/docs/snapshots#'],
  'how do I add my state': ['/docs/add-your-state#'],
  // Asked later, by somebody who had not looked at the index.
  'is it free to use': ['/docs/operator#free-to-use'],
  'who won the election': ['/docs/api#endpoints'],
  'which browsers are supported': ['/docs/operator#explorer'],
  'spanish language': ['/docs/api#requests-and-answers'],
  'get all candidates of a state': ['/docs/api#endpoints', '/docs/samples#a-whole-list-page-by-page'],
  'real time updates': ['/docs/api#the-change-feed', '/docs/election-night#3-follow-the-changes'],
  'candidate dropped out': ['/docs/rules#candidate-lists', '/docs/rules#choices'],
  typescript: ['/docs/client#'],
  'load the data into pandas': ['/docs/quickstart#python'],
  'test against an old election': [
    '/docs/election-night#2-load-the-contests-before-the-show',
    '/docs/api#as-it-was-on-a-date',
  ],
  'how much memory does it need': ['/docs/capacity#', '/docs/one-machine#'],
  'slow queries': [
    '/docs/operator#one-request-in-the-log',
    '/docs/operator#monitoring',
    '/docs/capacity#what-breaks-first',
  ],
  'add another user': ['/docs/operator#accounts-and-keys'],
  'block an ip address': ['/docs/api#authentication', '/docs/operator#accounts-and-keys'],
  'where do endorsements come from': ['/docs/evidence#', '/docs/election-night#5-say-where-it-comes-from'],
}

test('at least 28 of the first 30 questions and 42 of all 45 have their answer first', async () => {
  const { url, key } = await openApi()
  const wrong: string[] = []
  for (const [question, answers] of Object.entries(QUESTIONS)) {
    const path = `/docs/search?q=${encodeURIComponent(question)}`
    const page = await (await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })).text()
    const found = [...page.matchAll(/<li><a href="([^"]+)">/g)]
      .map(([, link = '']) => link)
      .filter((link) => link.includes('#'))
    // `#` alone stands for any section of the page.
    const isAnswer = (link: string) => answers.some((one) => (one.endsWith('#') ? link.startsWith(one) : link === one))
    if (!isAnswer(found[0] ?? '')) wrong.push(`${question}: ${found.slice(0, 4).join(' ')}`)
  }
  const questions = Object.keys(QUESTIONS)
  expect(questions).toHaveLength(45)
  const early = wrong.filter((line) => questions.slice(0, 30).some((question) => line.startsWith(`${question}: `)))
  expect(early.length, early.join('\n')).toBeLessThanOrEqual(2)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3)
})
