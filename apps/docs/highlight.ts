// A block of code with classes for its words, which the style sheet colors: the server highlights, so that no script is needed.

import { createRequire } from 'node:module'
import { type Html, html, trustedHtml } from '../web/html.ts'

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
