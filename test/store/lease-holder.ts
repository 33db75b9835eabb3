// A process that renews a lease until it is killed; it prints each renewal.

import { writeSync } from 'node:fs'
import { openState } from '../../data/store/state/open.ts'

const [file = '', server = '', publication = ''] = process.argv.slice(2)
const state = await openState({ state: file })
for (;;) {
  const refusal = await state.renewLease({ server, publication: Number(publication) })
  writeSync(1, `${refusal ? refusal.refused : 'held'}\n`)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
