// `make bench`: every figure beside a baseline of the same run.

import { printRows } from './compare.ts'
import { BALLOTS, benchSample, ENDPOINTS } from './endpoints.ts'
import { benchEvents, printEvents } from './events.ts'
import { benchLookup, printLookup } from './lookup.ts'
import { benchReads, READS } from './reads.ts'

printLookup(await benchLookup())
printRows(READS, await benchReads())
const { endpoints, ballots } = await benchSample()
printRows(ENDPOINTS, endpoints)
printRows(BALLOTS, ballots)
printEvents(await benchEvents())
