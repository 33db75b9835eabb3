// Remembers what was asked and how it was answered, while a bundle serves: a question asked again is neither parsed nor
// hashed again. Questions about places never come here: their spelling says where somebody is.

import { LRUCache } from 'lru-cache'
import { QUESTIONS_REMEMBERED_MAX } from '../constants.ts'
import { makeEtag } from '../http/etag.ts'
import type { Question, Reading, ValidatedRoute } from './route.ts'

/** Longer ones are rare, and would fill memory. */
const SPELLING_LENGTH_MAX = 512

/** A question with the ETag of its answer from the bundle and day that last answered it. */
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

/** @param version of the software; answers of another version are not the same */
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
