// `make bench`: every figure beside a baseline of the same run.

import { benchChanges, printChanges } from './changes.ts'
import { printRows } from './compare.ts'
import { BALLOTS, benchSample, ENDPOINTS } from './endpoints.ts'
import { benchEvents, printEvents } from './events.ts'
import { benchFeed, printFeed } from './feed.ts'
import { benchLookup, printLookup } from './lookup.ts'
import { benchMatch, printMatch } from './match.ts'
import { benchReads, READS } from './reads.ts'
import { benchWatch, printWatch } from './watch.ts'
import { benchWatchNation, printWatchNation } from './watch-nation.ts'

printLookup(await benchLookup())
printMatch(benchMatch())
printRows(READS, await benchReads())
printChanges(await benchChanges())
const { endpoints, ballots } = await benchSample()
printRows(ENDPOINTS, endpoints)
printRows(BALLOTS, ballots)
printFeed(await benchFeed())
printEvents(await benchEvents())
printWatch(await benchWatch())
printWatchNation(await benchWatchNation())
