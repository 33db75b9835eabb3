// The pages for people: the front page, the files that pages load, and who answers each room of apps/web/rooms.ts.

import { createConsole } from '../apps/console/console.ts'
import { createCorrections } from '../apps/corrections/corrections.ts'
import { createDesk } from '../apps/desk/desk.ts'
import { createDocs } from '../apps/docs/docs.ts'
import type { DocumentedEndpoint } from '../apps/docs/site.ts'
import { createExplorer } from '../apps/explore/explore.ts'
import { ASSETS_PATH, type Assets, createAssets } from '../apps/web/assets.ts'
import { originOf } from '../apps/web/origin.ts'
import { loadShell, renderPage } from '../apps/web/page.ts'
import { HTML_TYPE, withSafeHeaders } from '../apps/web/reply.ts'
import { type AnswerRoom, findRoom, type RoomName } from '../apps/web/rooms.ts'
import { readAnswer } from './answer.ts'
import { frontPage } from './front.ts'
import { createFixedReply, type FixedReply } from './http/reply-body.ts'
import { findExamplePlace } from './read/place-names.ts'
import { findDay, findUpcoming } from './read/upcoming.ts'
import type { Service } from './route/service.ts'
import { fileRoutes, liveRoutes, routes, syndicationRoutes } from './routes.ts'

interface Rooms {
  front: FixedReply
  /** Who answers the path; undefined if it is in no room. */
  findRoom(path: string): AnswerRoom | undefined
}

export function openRooms(service: Service): Rooms {
  const assets = createAssets(service)
  const answers: Readonly<Record<RoomName, AnswerRoom>> = {
    docs: createDocs(service, assets, documented()),
    console: createConsole(service, assets),
    corrections: createCorrections(service, assets),
    desk: createDesk(service, assets),
    explore: createExplorer(service, assets, (route, exchange, asked) => readAnswer(service, route, exchange, asked)),
  }
  return {
    front: createFront(service, assets),
    findRoom(path) {
      if (path.startsWith(ASSETS_PATH)) return assets.answer
      const name = findRoom(path)
      return name && answers[name]
    },
  }
}

/** Kept until another bundle, day or name of the server is asked for. */
function createFront(service: Service, assets: Assets): FixedReply {
  const shell = loadShell(assets)
  let kept: { key: string; reply: FixedReply } | undefined
  return (exchange, keeping) => {
    const origin = originOf(exchange.request.headers.host)
    const lease = service.bundles.lease()
    try {
      const day = lease && findDay(lease.bundle, service.asOf, service.now())
      const key = JSON.stringify([origin, lease?.bundle.id, day])
      if (kept?.key !== key) {
        const place = lease && day && findExamplePlace(lease.bundle, findUpcoming(lease.bundle, day))
        const first = place ? `/v1/ballot?location=${encodeURIComponent(place)}` : '/v1/states'
        const page = renderPage(
          shell,
          frontPage(routes, [...liveRoutes, ...syndicationRoutes, ...fileRoutes], origin + first),
        )
        kept = { key, reply: withSafeHeaders(createFixedReply(Buffer.from(page.toString()), HTML_TYPE)) }
      }
      return kept.reply(exchange, keeping)
    } finally {
      lease?.release()
    }
  }
}

function documented(): DocumentedEndpoint[] {
  const reads = routes.map((route) => ({ ...route, method: 'GET' }))
  return [...reads, ...liveRoutes, ...syndicationRoutes, ...fileRoutes].map(({ method, path, id, summary, query }) => ({
    ...{ method, path, id, summary },
    parameters: Object.keys(query.shape),
  }))
}
