// A picture of a contest to share, as SVG: text and lines only. The systems' fonts draw it; no PNG is made.

import type { Reply } from '../http/exchange.ts'
import { html } from '../web/html.ts'
import { safeHeaders } from '../web/reply.ts'
import { loadContest } from './contest.ts'
import type { Look } from './look.ts'
import { countOf, dayInWords, fill } from './words/words.ts'

const LINE_LENGTH = 44
const TITLE_LINES = 3
const CHOICES_SHOWN = 6

export async function answerShare(look: Look): Promise<Reply> {
  const { words, lang, exchange } = look
  const { title, election, choices, endorsements } = await loadContest(look)
  const lines = wrap(title).slice(0, TITLE_LINES)
  const backed = new Map<number, number>()
  for (const { picks } of endorsements)
    for (const { choice_id } of picks) backed.set(choice_id, (backed.get(choice_id) ?? 0) + 1)
  const top = 190 + lines.length * 64
  const shown = choices.filter(({ withdrawn }) => !withdrawn).slice(0, CHOICES_SHOWN)
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" role="img" lang="${lang}" font-family="system-ui, 'Noto Sans', sans-serif">
<title>${title}, ${election.name}</title>
<rect width="1200" height="630" fill="#f6f4f1"/><rect width="1200" height="14" fill="#5b2f8e"/>
<text x="72" y="104" font-size="28" fill="#5d5768">${election.name} · ${dayInWords(election.date, lang)}</text>
<g font-family="Charter, Georgia, 'Noto Serif', serif" font-size="54" font-weight="700" fill="#1f1b26">${lines.map((line, at) => html`<text x="72" y="${176 + at * 64}">${line}</text>`)}</g>
<g font-size="30" fill="#1f1b26">${shown.map(
    ({ id, label }, at) =>
      html`<circle cx="84" cy="${top + at * 48 - 10}" r="10" fill="none" stroke="#857d92" stroke-width="3"/><text x="114" y="${top + at * 48}">${cut(label)} <tspan fill="#5d5768" font-size="24">${countOf(backed.get(id) ?? 0, words.endorsedByOne, words.endorsedByMany)}</tspan></text>`,
  )}</g>
<text x="72" y="598" font-size="22" fill="#5d5768">${fill(words.licence, { snapshot: (exchange.snapshot ?? '').slice(0, 12) })}</text>
</svg>`
  return {
    status: 200,
    headers: ['Cache-Control', 'no-store', ...safeHeaders({ framable: true })],
    body: Buffer.from(svg.toString()),
    type: 'image/svg+xml',
  }
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length + 1 > LINE_LENGTH - 8) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function cut(text: string): string {
  return text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH - 1)}…` : text
}
