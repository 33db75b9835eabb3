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
      { anchor: 'the-title', heading: 'The title', level: 1, text: 'text ', rows: [] },
      { anchor: 'part-one', heading: 'Part, one', level: 2, text: '', rows: [] },
      { anchor: 'part-one-1', heading: 'Part, one', level: 2, text: 'more code here ', rows: [] },
    ])
    expect(body.toString()).toContain('<h2 id="part-one-1">Part, one</h2>')
    expect(toAnchor("A State's ballots, step by step")).toBe('a-states-ballots-step-by-step')
  })

  test('has its links and pictures rewritten', () => {
    const { body, links } = render('[a](b.md#c) ![d](e.svg) [`f`](#g)')
    const html = body.toString()
    expect(links).toEqual([
      { url: '/to/b.md#c', text: 'a' },
      { url: '/to/#g', text: 'f' },
    ])
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

  test('has the rows of its tables, each for itself', () => {
    expect(render('# T\n\n| code | status |\n|---|---|\n| `a` | 1 |').sections[0]?.rows).toEqual([
      { name: 'code', text: 'code status' },
      { name: 'a', text: 'a 1' },
    ])
  })

  test('has tables and code that scroll with the keyboard, and code is text', () => {
    const html = render('# T\n\n## "Q" & A\n\n| a |\n|---|\n| 1 |\n\n```sh\necho "<&>"\n```').body.toString()
    expect(html).toContain(
      '<div class="scroll" tabindex="0" role="group" aria-label="Table: &quot;Q&quot; &amp; A"><table>',
    )
    expect(html).toContain(
      '<pre tabindex="0"><code data-language="sh"><span class="hljs-built_in">echo</span> <span class="hljs-string">&quot;&lt;&amp;&gt;&quot;</span>\n</code></pre>',
    )
    expect(render('# T\n\n```text\n"<b>"\n```').body.toString()).toContain(
      '<code data-language="text">&quot;&lt;b&gt;&quot;\n</code>',
    )
  })
})
