import { describe, expect, it } from 'vitest'
import { htmlCells, htmlElements, htmlTables, htmlText, readHtml } from '../../../ingest/read/html.ts'

const page = (html: string | Uint8Array) =>
  readHtml({ name: 'page.html', bytes: typeof html === 'string' ? Buffer.from(html) : html })
const shown = (html: string | Uint8Array) =>
  htmlTables(page(html)).map(({ heading, columns, rows }) => [
    ...[heading, columns],
    rows.map(({ cells }) => cells.map(htmlText)),
  ])

describe('a web page', () => {
  it('gives its tables with the heading before each, their columns and their rows', () => {
    const html = `<!DOCTYPE html><title>Candidates</title><h2>2026 General Election</h2>
      <h4 class="x">SENATE <em>DISTRICT</em> A</h4>
      <table><thead><tr><th>Name</th><th>Phone</th></tr></thead>
      <tr><td><strong>Example, Ann</strong><br><small>(Undeclared)</small></td><td>555-0100</td></tr></table>
      <h4>SENATE DISTRICT B</h4><table><tr><th>Name</th></tr><tr><td>Sample, Bo</td></tr></table>`
    expect(shown(html)).toEqual([
      ['SENATE DISTRICT A', ['Name', 'Phone'], [['Example, Ann (Undeclared)', '555-0100']]],
      ['SENATE DISTRICT B', ['Name'], [['Sample, Bo']]],
    ])
  })

  it('is read as browsers do: tags without an end, entities, other letter case, non-breaking spaces', () => {
    expect(
      shown('<TABLE><TR><TD>O&rsquo;Example&nbsp;&amp; Son <TD>Jos&eacute;<TR><TD COLSPAN=2>&#x41;</TABLE>'),
    ).toEqual([['', [], [['O’Example & Son', 'José'], ['A']]]])
  })

  it('gives the innermost tables of a page that is laid out with tables', () => {
    expect(shown('<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>')).toEqual([['', [], [['b']]]])
    const [outer] = htmlElements(
      page('<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>'),
      'tr',
    )
    expect(outer && htmlCells(outer).map(htmlText)).toEqual(['a b', 'c'])
  })

  it('keeps a word together that an element is in the middle of', () => {
    expect(htmlText(page('<p>M<small>c</small>Example</p><p>Ann<br>Sample</p>'))).toBe('McExample Ann Sample')
  })

  it('has no text of scripts, styles and comments', () => {
    expect(htmlText(page('<script>1 < 2</script><style>p {}</style><!-- note --><p>text'))).toBe('text')
  })

  it('knows the line and the attributes of an element', () => {
    const [link] = htmlElements(page('<p>\n\n<a HREF="?page=2">2</a>'), 'a')
    expect(link).toMatchObject({ line: 3, attributes: { href: '?page=2' } })
  })

  it('may be UTF-8 or windows-1252', () => {
    const bytes = (encoding: 'utf8' | 'latin1') => Buffer.from('<table><tr><td>Zoë Example</table>', encoding)
    expect(shown(bytes('latin1'))).toEqual(shown(bytes('utf8')))
    expect(shown(Buffer.from([...Buffer.from('<table><tr><td>'), 0x93, 0x41, 0x94]))).toEqual([['', [], [['“A”']]]])
  })
})
