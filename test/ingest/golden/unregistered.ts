// Sources of golden folders that the registry does not have: the standards' samples, which are of no real election.

import { nistSource } from '../../../ingest/ballot/nist/nist.ts'
import { vipSource } from '../../../ingest/ballot/vip/vip.ts'
import type { Source } from '../../../ingest/read/source.ts'

export const unregistered: readonly Source[] = [
  vipSample('vip-5-sample', 'sample_feed_v5.xml', 'VA'),
  vipSample('vip-6-made-up', 'feed.xml', 'ME'),
  nistSample('json'),
  nistSample('xml'),
]

function vipSample(id: string, mirror: string, state: 'ME' | 'VA'): Source {
  const url = `https://example.org/${mirror}`
  const files = [{ url, mirror }]
  return vipSource({
    id,
    publisher: 'Nobody',
    url,
    licence: 'CC-BY-4.0',
    vintage: 'None',
    published_on: '2025-01-17',
    lists: { kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    files,
    state,
  })
}

/** One and the same ballots in both formats. */
function nistSample(format: 'json' | 'xml'): Source {
  const files = ['physical_ballot_def_3', 'made_up'].map((name) => ({
    url: `https://example.org/${name}`,
    mirror: `${name}.${format}`,
  }))
  return nistSource({
    id: `nist-${format}`,
    publisher: 'Nobody',
    url: 'https://example.org',
    licence: 'CC0-1.0',
    vintage: 'None',
    published_on: '2022-09-24',
    lists: { kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    states: ['OH'],
    files,
  })
}
