// The page of the officeholders of a place: posted by the form, or linked for a city, a county or a state.

import type { Reply } from '../../server/http/exchange.ts'
import { fill } from '../web/sentence.ts'
import { isLinked, refusePlace, requireLink, typedPlace } from './ballot.ts'
import { placeQuery } from './coming-ballot.ts'
import type { Look } from './look.ts'
import { officeholdersMain } from './pages/officeholders.ts'
import { languageOfPlace, showPage } from './show.ts'
import { showStart } from './start.ts'

export async function answerPostedOfficeholders(look: Look): Promise<Reply> {
  return await showOfficeholders(look, typedPlace(look))
}

export async function answerLinkedOfficeholders(look: Look): Promise<Reply> {
  const place = look.query.get('place')
  return place === null ? await showStart(look) : await showOfficeholders(look, place)
}

async function showOfficeholders(look: Look, place: string): Promise<Reply> {
  const { words, lang, named, href, seal } = look
  try {
    const { data } = await look.load('getRepresentatives', { ...placeQuery(place), lang, snapshot: named })
    const { label } = data.location
    requireLink(look, data.location)
    const title = label === null ? words.officeholdersHere : fill(words.officeholdersFor, { place: label })
    const link = isLinked(data.location) ? href('/explore/officeholders', { place: label ?? '' }) : null
    return showPage(look, {
      title,
      main: officeholdersMain(look, data, link),
      otherLanguage: languageOfPlace(look, '/explore/officeholders', { label, sealed: seal.close(place) }),
    })
  } catch (fault) {
    return await refusePlace(look, fault, '/explore/officeholders')
  }
}
