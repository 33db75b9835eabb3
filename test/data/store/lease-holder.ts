// A process that renews a lease until it is killed, under the given server name or its own; it prints the name, then each renewal.

import { writeSync } from 'node:fs'
import { makeServerName } from '../../../data/store/state/leases.ts'
import { openState } from '../../../data/store/state/open.ts'
import { pathsAt } from './state/address.ts'

const [address = '', given = '', publication = ''] = process.argv.slice(2)
const server = given || makeServerName()
const state = await openState(pathsAt(address))
writeSync(1, `${server}\n`)
for (;;) {
  const refusal = await state.renewLease({ server, publication: Number(publication) })
  writeSync(1, `${refusal ? refusal.refused : 'held'}\n`)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
