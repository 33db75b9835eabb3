// The thread that finds the overlaps of one state after the other.

import { parentPort } from 'node:worker_threads'
import { findStateOverlaps, type StateLines } from './district-overlap.ts'

parentPort?.on('message', (state: StateLines) => parentPort?.postMessage(findStateOverlaps(state)))
