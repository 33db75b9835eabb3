// Sources of golden folders that the registry does not have: readers of standards whose published samples name no real election.

import type { Source } from '../../../ingest/source.ts'

export const unregistered: readonly Source[] = []
