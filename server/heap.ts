// How far the heap of a server may grow before its old objects are collected.

import { setFlagsFromString } from 'node:v8'
import { HEAP_GROWTH_PERCENT } from './constants.ts'

/**
 * Call it once, when the process of a server starts. On a machine with much memory, V8 lets the heap grow to several times what is in
 * use: caches that replace their oldest values, as while the ballots of many ZIP codes are asked for, then fill it with garbage.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}
