// Agreement in an election: a matrix of the endorsers with most positions, the pairs that agree most, and the contests that split endorsers.

import { SHARED_CONTESTS_MIN } from '../../data/schema/constants.ts'
import { ELECTION_ENDORSERS_SHOWN, PAIRS_SHOWN, SPLIT_CONTESTS_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { findElection } from './elections.ts'
import type { Look } from './look.ts'
import { agreementMatrix, pairTable, splitTable, toMatrix } from './pages/agreement.ts'
import { showPage, versionOf } from './show.ts'
import { nameOf } from './words/words.ts'

export async function answerAgreement(look: Look): Promise<Reply> {
  const { words, lang, named, params, query, href } = look
  const { slug = '' } = params
  const election = await findElection(look, slug)
  const asked = { lang, snapshot: named }
  const endorser = query.get('endorser')?.trim() || undefined
  const own = endorser === undefined ? undefined : await look.load('getEndorser', asked, { slug: endorser })
  const path = `/explore/elections/${slug}/agreement`
  const pairs = await look.load(
    'listEndorserAgreement',
    { ...asked, endorsers: endorser, limit: String(PAIRS_SHOWN), cursor: query.get('cursor') ?? undefined },
    { slug },
  )
  const like = own && fill(words.likeOf, { name: own.data.name })
  const main = html`<p><a href="${href(`/explore/elections/${slug}`)}">${nameOf(election)}</a>${own && html` · <a href="${href(path)}">${words.agreementAll}</a>`}</p>
<p class="lead">${words.agreementMethod}</p>
<p class="soft">${words.agreementFormula}</p>
${endorser === undefined && (await matrixSection(look, slug))}
<section aria-labelledby="pairs-title"><h2 id="pairs-title">${like ?? words.agreementMost}</h2>${pairs.data.length === 0 ? html`<p>${words.agreementFew}</p>` : pairTable(look, pairs.data, like ?? words.agreementMost)}
${pairs.next_cursor !== null && html`<p><a class="button" href="${href(path, { endorser, cursor: pairs.next_cursor })}">${words.more}</a></p>`}</section>
${endorser === undefined && (await splitSection(look, slug))}
${versionOf(look)}`
  const title = fill(words.agreementIn, { election: nameOf(election) })
  return showPage(look, { title, here: '/explore/elections', description: like ?? title, main })
}

async function matrixSection(look: Look, slug: string) {
  const { words, lang, named } = look
  // A named version is read by the routes alone, which do not rank endorsers.
  const active = named === undefined ? look.host.data.mostActiveEndorsers(slug, ELECTION_ENDORSERS_SHOWN) : []
  if (active.length < 2) return undefined
  const limit = String((active.length * (active.length - 1)) / 2)
  const { data } = await look.load(
    'listEndorserAgreement',
    { endorsers: active.join(','), both: 'true', min_shared: String(SHARED_CONTESTS_MIN), lang, limit },
    { slug },
  )
  const matrix = toMatrix(active, data)
  if (matrix.endorsers.length < 2) return undefined
  return html`<section aria-labelledby="matrix-title"><h2 id="matrix-title">${words.agreementMatrix}</h2>
<p class="soft">${fill(words.agreementMatrixLead, { count: matrix.endorsers.length })}</p>${agreementMatrix(look, matrix, 'matrix-title')}</section>`
}

async function splitSection(look: Look, slug: string) {
  const { words, lang, named } = look
  const asked = { lang, snapshot: named, limit: String(SPLIT_CONTESTS_SHOWN) }
  const { data } = await look.load('listContestAgreement', asked, { slug })
  const split = data.filter(({ agreement }) => agreement < 1)
  return (
    split.length > 0 &&
    html`<section aria-labelledby="split-title"><h2 id="split-title">${words.splitContests}</h2>
<p class="soft">${words.splitLead}</p>${splitTable(look, split)}</section>`
  )
}
