// A process that publishes two bundles in turn until it is killed; its clock is up to ten seconds fast or slow.

import { writeSync } from 'node:fs'
import { publishBundle } from '../../build/publish/publish.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { pathsAt } from '../data/store/state/address.ts'

const [root = '', address = '', ...bundles] = process.argv.slice(2)
const paths = { ...pathsIn(root), ...pathsAt(address) }
const state = await openState(paths)
writeSync(1, 'open\n')

for (;;) {
  const head = await state.head()
  const bundle = bundles.find((one) => one !== head?.bundle) ?? ''
  const now = new Date(Date.now() + (Math.random() - 0.5) * 20_000)
  const { publication } = await publishBundle({ paths, state, bundle, now: () => now, accept: false, retentionDays: 7 })
  writeSync(1, `${publication} ${bundle}\n`)
}
