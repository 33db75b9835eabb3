// Caches parsed requests and their ETags, so that a repeated request is neither parsed nor hashed again. Requests about a location are
// never cached here: their text reveals where somebody is.

import { LRUCache } from 'lru-cache'
import { QUESTIONS_REMEMBERED_MAX } from '../constants.ts'
import { makeEtag } from '../http/etag.ts'
import type { Question, Reading, ValidatedRoute } from './route.ts'

/** Longer requests are not cached: they are rare, and would fill memory. */
const SPELLING_LENGTH_MAX = 512

/** A parsed request with the bundle, the day and the ETag of its latest answer. */
interface Remembered {
  question: Question
  bundle: string
  day: string
  etag: string
}

export interface QuestionMemory {
  /** Throws ApiError 400. */
  ask(route: ValidatedRoute, params: Readonly<Record<string, string>>, search: string): Remembered
  /** A weak ETag of everything that the answer depends on. */
  etagOf(remembered: Remembered, reading: Reading): string
}

/** @param version of the software; another version may answer differently */
export function createQuestionMemory(version: string): QuestionMemory {
  const known = new LRUCache<string, Remembered>({ max: QUESTIONS_REMEMBERED_MAX })
  return {
    ask(route, params, search) {
      const spelling = `${route.path} ${search} ${Object.values(params).join(' ')}`
      const found = known.get(spelling)
      if (found) return found
      const remembered = { question: route.ask(params, search), bundle: '', day: '', etag: '' }
      if (spelling.length <= SPELLING_LENGTH_MAX) known.set(spelling, remembered)
      return remembered
    },
    etagOf(remembered, { bundle, day }) {
      const { question } = remembered
      const dayKey = question.dated ? day.key : ''
      if (remembered.bundle !== bundle.id || remembered.day !== dayKey) {
        remembered.bundle = bundle.id
        remembered.day = dayKey
        remembered.etag = makeEtag([bundle.id, version, question.canonical, dayKey])
      }
      return remembered.etag
    },
  }
}
