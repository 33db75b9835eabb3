// Sources of golden folders that the registry does not have: the standards' samples, which are of no real election.

import { nistSource } from '../../../ingest/ballot/nist/nist.ts'
import { vipSource } from '../../../ingest/ballot/vip/vip.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { ENTRY, EVERY_KIND, filesAt } from '../entry.ts'

export const unregistered: readonly Source[] = [
  vipSample('vip-5-sample', 'sample_feed_v5.xml', 'VA'),
  vipSample('vip-6-made-up', 'feed.xml', 'ME'),
  nistSample('json'),
  nistSample('xml'),
]

function vipSample(id: string, mirror: string, state: 'ME' | 'VA'): Source {
  return vipSource({ ...ENTRY, id, lists: EVERY_KIND, files: filesAt(ENTRY.url, mirror), state })
}

/** One and the same ballots in both formats. */
function nistSample(format: 'json' | 'xml'): Source {
  const names = ['physical_ballot_def_3', 'made_up']
  const files = names.map((name) => ({ url: `${ENTRY.url}/${name}`, mirror: `${name}.${format}` }))
  return nistSource({ ...ENTRY, id: `nist-${format}`, lists: EVERY_KIND, states: ['OH'], files })
}
