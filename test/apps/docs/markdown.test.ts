// The renderer of the guides.

import { describe, expect, test } from 'vitest'
import { renderMarkdown, toAnchor } from '../../../apps/docs/markdown.ts'

const render = (text: string) => renderMarkdown(text, (target) => `/to/${target}`)

describe('a guide', () => {
  test('has anchors as on GitHub, each once', () => {
    const { title, sections, body } = render(
      '# The `title`\n\ntext\n\n## Part, one\n\n## Part, one\n\nmore `code`\nhere',
    )
    expect(title).toBe('The title')
    expect(sections).toEqual([
      { anchor: 'the-title', heading: 'The title', level: 1, text: 'text ' },
      { anchor: 'part-one', heading: 'Part, one', level: 2, text: '' },
      { anchor: 'part-one-1', heading: 'Part, one', level: 2, text: 'more code here ' },
    ])
    expect(body.toString()).toContain('<h2 id="part-one-1">Part, one</h2>')
    expect(toAnchor("A State's ballots, step by step")).toBe('a-states-ballots-step-by-step')
  })

  test('has its links and pictures rewritten', () => {
    const html = render('[a](b.md#c) ![d](e.svg) [`f`](#g)').body.toString()
    expect([...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url)).toEqual([
      '/to/b.md#c',
      '/to/e.svg',
      '/to/#g',
    ])
    expect(html).toContain('alt="d"')
  })

  test('has no HTML of its own, no inline style, and no comment', () => {
    const html = render(
      '# T\n\n<!-- made by -->\n\n<script>alert(1)</script> <b onclick="x">y</b>\n\n| a | b |\n|--:|---|\n| 1 | <i> |',
    ).body.toString()
    expect(html).not.toMatch(/<script|<b |<i>|style=|<!--|made by/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('<td class="to-right">1</td>')
  })

  test('has tables and code that scroll with the keyboard, and code is text', () => {
    const html = render('# T\n\n## "Q" & A\n\n| a |\n|---|\n| 1 |\n\n```sh\necho "<&>"\n```').body.toString()
    expect(html).toContain(
      '<div class="scroll" tabindex="0" role="group" aria-label="Table: &quot;Q&quot; &amp; A"><table>',
    )
    expect(html).toContain('<pre tabindex="0"><code data-language="sh">echo &quot;&lt;&amp;&gt;&quot;\n</code></pre>')
  })
})
