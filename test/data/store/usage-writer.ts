// A process that counts requests of one account until it is killed; it prints each count as soon as `write` has returned.

import { writeSync } from 'node:fs'
import { openUsage } from '../../../data/store/usage.ts'

const [file = '', account = '1'] = process.argv.slice(2)
const usage = openUsage({ usage: file })

for (let requests = 1; ; requests++) {
  usage.write([
    { account_id: Number(account), minute: 1_000, day: 20, minute_requests: requests, day_requests: requests + 5 },
  ])
  writeSync(1, `${requests}\n`)
}
