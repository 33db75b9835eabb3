// Caches parsed requests and their ETags, so that a repeated request is neither parsed nor hashed again. A place is never cached here, as
// text or as a point: it reveals where somebody is.

import { LRUCache } from 'lru-cache'
import { makeEtag } from '../http/reply-body.ts'
import { answersKey } from '../read/overlay.ts'
import { checksKey } from '../read/sources.ts'
import type { PlaceQuestion, PlaceRoute, Question, Reading, RequestTexts, ValidatedRoute } from './route.ts'

/** @setting Most parsed requests in memory. */
const QUESTIONS_REMEMBERED_MAX = 4096

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
  /** Caches only what a request asks about a point, without the point. Throws ApiError 400. */
  parsePlace(route: PlaceRoute, texts: RequestTexts): PlaceQuestion
  /** A weak ETag of everything that the answer depends on. */
  etagOf(cached: CachedQuestion, reading: Pick<Reading, 'bundle' | 'day' | 'lastRun'>): string
}

/** @param version of the software; another version may answer differently */
export function createQuestionCache(version: string): QuestionCache {
  const known = new LRUCache<string, CachedQuestion>({ max: QUESTIONS_REMEMBERED_MAX })
  const asked = new LRUCache<string, PlaceQuestion>({ max: QUESTIONS_REMEMBERED_MAX })
  return {
    parse(route, texts) {
      const { params, search } = texts
      let spelling = `${route.path} ${search}`
      for (const name in params) spelling += ` ${params[name]}`
      const found = known.get(spelling)
      if (found) return found
      const cached = { question: route.parse(texts), bundle: '', day: '', checks: '', etag: '' }
      if (spelling.length <= SPELLING_LENGTH_MAX) known.set(spelling, cached)
      return cached
    },
    parsePlace(route, texts) {
      const point = splitPoint(texts.search)
      if (!point) return route.parse(texts)
      const { lat, lng, others } = point
      const spelling = `${route.path} ${others}`
      const known = asked.get(spelling)
      const found = known ?? route.parse({ params: texts.params, search: `?lat=0&lng=0${others}` })
      if (!known && spelling.length <= SPELLING_LENGTH_MAX) asked.set(spelling, found)
      return { ...found, location: { lat, lng } }
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

const POINT = /^\?lat=(-?\d{1,3}(?:\.\d{1,20})?)&lng=(-?\d{1,3}(?:\.\d{1,20})?)(&.*)?$/

/** A query that begins with a point on the earth, and its other parameters; undefined for any other query. */
function splitPoint(search: string): { lat: number; lng: number; others: string } | undefined {
  const found = POINT.exec(search)
  if (!found) return undefined
  const [lat, lng] = [Number(found[1]), Number(found[2])]
  return Math.abs(lat) > 90 || Math.abs(lng) > 180 ? undefined : { lat, lng, others: found[3] ?? '' }
}
