// Caches parsed requests and their ETags, so that a repeated request is neither parsed nor hashed again. Requests about a location are
// never cached here: their text reveals where somebody is.

import { LRUCache } from 'lru-cache'
import { QUESTIONS_REMEMBERED_MAX } from '../constants.ts'
import { makeEtag } from '../http/etag.ts'
import { checksKey } from '../read/freshness.ts'
import { answersKey } from '../read/overlay.ts'
import type { Question, Reading, RequestTexts, ValidatedRoute } from './route.ts'

/** Longer requests are not cached: they are rare, and would fill memory. */
const SPELLING_LENGTH_MAX = 512

/** A parsed request with the bundle and its overlay, the day, the checks of the sources and the ETag of its latest answer. */
export interface CachedQuestion {
  question: Question
  bundle: string
  day: string
  checks: string
  etag: string
}

export interface QuestionCache {
  /** Throws ApiError 400. */
  parse(route: ValidatedRoute, texts: RequestTexts): CachedQuestion
  /** A weak ETag of everything that the answer depends on. */
  etagOf(cached: CachedQuestion, reading: Pick<Reading, 'bundle' | 'day' | 'lastRun'>): string
}

/** @param version of the software; another version may answer differently */
export function createQuestionCache(version: string): QuestionCache {
  const known = new LRUCache<string, CachedQuestion>({ max: QUESTIONS_REMEMBERED_MAX })
  return {
    parse(route, texts) {
      const { params, search } = texts
      const spelling = `${route.path} ${search} ${Object.values(params).join(' ')}`
      const found = known.get(spelling)
      if (found) return found
      const cached = { question: route.parse(texts), bundle: '', day: '', checks: '', etag: '' }
      if (spelling.length <= SPELLING_LENGTH_MAX) known.set(spelling, cached)
      return cached
    },
    etagOf(cached, { bundle, day, lastRun }) {
      const { question } = cached
      const dayKey = question.dated ? day.key : ''
      const key = answersKey(bundle)
      const checks = question.tellsChecks ? checksKey(lastRun) : ''
      if (cached.bundle !== key || cached.day !== dayKey || cached.checks !== checks) {
        cached.bundle = key
        cached.day = dayKey
        cached.checks = checks
        cached.etag = makeEtag([key, version, question.canonical, dayKey, checks])
      }
      return cached.etag
    },
  }
}
