// Markdown of our own guides → HTML, with anchors as on GitHub, links between the pages, and the text of each section for the search.

import { createRequire } from 'node:module'
import MarkdownIt from 'markdown-it'
import { type Html, html, trustedHtml } from '../web/html.ts'

export interface Section {
  anchor: string
  heading: string
  /** 1 for the title of the document. */
  level: number
  /** Plain text up to the next heading. */
  text: string
  /** The rows of its tables: the first cell, and all of them. */
  rows: { name: string; text: string }[]
}

export interface RenderedGuide {
  title: string
  body: Html
  sections: readonly Section[]
  links: readonly GuideLink[]
}

/** A link of a guide, as the page has it. */
export interface GuideLink {
  url: string
  text: string
}

/** `toUrl` gives the address of a link or picture as written in the file. */
export function renderMarkdown(text: string, toUrl: (target: string) => string): RenderedGuide {
  const tokens = parser.parse(text.replace(/^<!--.*-->$/gm, ''), {})
  const sections: Section[] = []
  const anchors = new Map<string, number>()
  const links: GuideLink[] = []
  let heading = ''
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 1]
    const section = sections.at(-1)
    if (token.type === 'heading_open' && inline) {
      heading = plain(inline.children ?? [])
      const anchor = unique(anchors, toAnchor(heading))
      token.attrSet('id', anchor)
      sections.push({ anchor, heading, level: Number(token.tag.slice(1)), text: '', rows: [] })
    } else if (token.type === 'inline') {
      if (tokens[index - 1]?.type !== 'heading_open' && section) section.text += `${plain(token.children ?? [])} `
      for (const [at, child] of (token.children ?? []).entries()) {
        if (child.type === 'image') relink(child, 'src', toUrl)
        if (child.type !== 'link_open') continue
        const rest = token.children?.slice(at + 1) ?? []
        const end = rest.findIndex(({ type }) => type === 'link_close')
        links.push({ url: relink(child, 'href', toUrl), text: plain(rest.slice(0, end)) })
      }
    } else if (token.type === 'fence' && section) section.text += `${token.content} `
    else if (token.type === 'table_open') token.meta = { heading }
    else if (token.type === 'tr_open') section?.rows.push(toRow(tokens, index))
    // The content security policy forbids inline styles.
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    if (align !== undefined) token.attrs = [['class', `to-${align}`]]
  }
  return {
    title: sections[0]?.heading ?? '',
    body: trustedHtml(parser.renderer.render(tokens, parser.options, {})),
    sections,
    links,
  }
}

/** An anchor as GitHub makes it: lower case, no punctuation, dashes for spaces. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const parser = new MarkdownIt({ html: false })
const { rules } = parser.renderer
// A wide table or a long line scrolls by itself, also with the keyboard.
rules.table_open = (tokens, index) =>
  `<div class="scroll" tabindex="0" role="group" aria-label="Table: ${parser.utils.escapeHtml(String(tokens[index]?.meta?.heading ?? ''))}"><table>\n`
rules.table_close = () => '</table></div>\n'
rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {}
  return codeBlock(content, info).toString()
}
const image = rules.image
rules.image = (tokens, index, options, env, self) =>
  `<span class="picture">${image ? image(tokens, index, options, env, self) : ''}</span>`

type Token = ReturnType<typeof parser.parse>[number]

function relink(token: Token, attribute: string, toUrl: (target: string) => string): string {
  const url = toUrl(String(token.attrGet(attribute) ?? ''))
  token.attrSet(attribute, url)
  return url
}

function plain(children: readonly Token[]): string {
  return children
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : type === 'softbreak' ? ' ' : ''))
    .join('')
}

function toRow(tokens: readonly Token[], index: number): { name: string; text: string } {
  const end = tokens.findIndex(({ type }, at) => at > index && type === 'tr_close')
  const cells = tokens.slice(index, end).filter(({ type }) => type === 'inline')
  const texts = cells.map(({ children }) => plain(children ?? []))
  return { name: texts[0] ?? '', text: texts.join(' ') }
}

function unique(anchors: Map<string, number>, anchor: string): string {
  const count = anchors.get(anchor) ?? 0
  anchors.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

// A block of code with classes for its words, which the style sheet colors: the server highlights, so that no script is needed.

/** Its own types would declare the browser's globals in the whole project. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

/** By the word after the fence, or the ending of a file. */
const LANGUAGES = {
  sh: 'bash',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  py: 'python',
  python: 'python',
  json: 'json',
  r: 'r',
  sql: 'sql',
  yaml: 'yaml',
  service: 'ini',
  env: 'ini',
} as const

const highlighter = loadHighlighter()

function loadHighlighter(): Highlighter {
  const load = createRequire(import.meta.url)
  const loaded: Highlighter = load('highlight.js/lib/core')
  for (const [name, language] of Object.entries(LANGUAGES))
    loaded.registerLanguage(name, load(`highlight.js/lib/languages/${language}`))
  return loaded
}

/** @param language as after a fence; in another one, the code is plain text */
export function codeBlock(code: string, language: string): Html {
  const text = highlighter.getLanguage(language)
    ? trustedHtml(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
    : html`${code}`
  return html`<pre tabindex="0"><code data-language="${language}">${text}</code></pre>
`
}
