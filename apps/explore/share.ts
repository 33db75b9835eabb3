// A picture of a contest to share, as PNG: social sites show no SVG.

import type { Reply } from '../../server/http/exchange.ts'
import { safeHeaders } from '../web/reply.ts'
import { loadContest } from './contest.ts'
import type { Look } from './look.ts'
import { sharePicture } from './pages/share-picture.ts'
import { drawPicture, PICTURE_FONT } from './picture.ts'

export async function answerShare(look: Look): Promise<Reply> {
  const contest = await loadContest(look)
  const snapshot = (look.exchange.snapshot ?? '').slice(0, 12)
  const svg = sharePicture(look, { contest, snapshot, font: PICTURE_FONT })
  return {
    status: 200,
    headers: ['Cache-Control', 'no-store', ...safeHeaders({ framable: true })],
    body: await drawPicture(svg.toString()),
    type: 'image/png',
  }
}
