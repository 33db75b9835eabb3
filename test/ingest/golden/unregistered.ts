// Sources of golden folders that the registry does not have: readers of standards whose published samples name no real election.

import { vipSource } from '../../../ingest/ballot/vip.ts'
import type { Source } from '../../../ingest/source.ts'

export const unregistered: readonly Source[] = [
  vipSample('vip-5-sample', 'sample_feed_v5.xml', 'VA'),
  vipSample('vip-6-made-up', 'feed.xml', 'ME'),
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
    files,
    state,
  })
}
