// `make bench`: every figure beside a baseline of the same run.

import { benchLookup, printLookup } from './lookup.ts'
import { benchReads, printReads } from './reads.ts'

printLookup(await benchLookup())
printReads(await benchReads())
