import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { childrenOf, findChild, readXml, readXmlRoot, textOf, type XmlElement } from '../../../ingest/read/xml.ts'

const file = (content: string | Uint8Array) => ({
  name: 'feed.xml',
  url: 'https://example.org/feed.xml',
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})

function read(content: string | Uint8Array, paths: readonly string[], skip: readonly string[] = []): XmlElement[] {
  return [...readXml(file(content), { take: (path) => paths.includes(path), skip: new Set(skip) })]
}

describe('readXml', () => {
  it('builds the selected elements, with lines, attributes and children, and skips the rest', () => {
    const text = `<?xml version="1.0"?>
<feed v="6">
  <person id="p1"/>
  <contest
    id="c1" xsi:kind="x">
    <title>Mayor &amp;
      Council</title>
    <pick>a</pick><pick><![CDATA[<b>]]> c</pick>
    <nothing> </nothing>
  </contest>
  <group><contest id="c2"/></group>
  <contest id="c3">loose <i>inner</i> text</contest>
</feed>`
    const [first, second, ...rest] = read(text, ['feed/contest'])
    if (!first || !second) throw new Error('two contests stand in the feed')
    expect(rest).toEqual([])
    expect([first.line, first.attributes.id, first.attributes['xsi:kind']]).toEqual([4, 'c1', 'x'])
    expect(textOf(first, 'title')).toBe('Mayor & Council')
    expect([textOf(first, 'nothing'), textOf(first, 'absent')]).toEqual([null, null])
    expect(childrenOf(first, 'pick').map(({ text, line }) => [text, line])).toEqual([
      ['a', 8],
      ['<b> c', 8],
    ])
    expect(findChild(first, 'absent')).toBeUndefined()
    expect([second.attributes.id, second.text]).toEqual(['c3', 'loose  text'])
    expect(read(text, ['feed/contest', 'feed/group/contest']).map(({ attributes }) => attributes.id)).toEqual([
      'c1',
      'c2',
      'c3',
    ])
  })

  it('keeps an element inside a selected one only among its children', () => {
    const [whole, ...rest] = read('<a><b><b>in</b></b></a>', ['a/b', 'a/b/b'])
    expect([whole?.children.length, rest]).toEqual([1, []])
  })

  it('leaves out skipped elements with their contents, at any depth', () => {
    const text =
      '<a><b>1<contact><mail>x@example.org</mail><b>2</b></contact><c><contact>y</contact>3</c></b><contact>z</contact></a>'
    expect(JSON.stringify(read(text, ['a/b'], ['contact']))).not.toMatch(/x@example|"2"|"y"|"z"|contact/)
    expect(read(text, ['a/b'], ['contact'])[0]?.children[0]?.text).toBe('3')
  })

  it('matches elements by their names without a prefix', () => {
    const text = '<n:a xmlns:n="urn:x"><n:b n:id="1"/></n:a>'
    expect(read(text, ['a/b']).map(({ name, attributes }) => [name, attributes['n:id']])).toEqual([['b', '1']])
    expect(readXmlRoot(file(text))).toMatchObject({ name: 'a', line: 1 })
  })

  it('reads characters that span two chunks of a file', () => {
    for (const shift of [0, 1, 2, 3]) {
      const text = `<a><b>${'-'.repeat(65_530 + shift)}ñ€😀\r\n</b><c>ñ</c></a>`
      expect(read(text, ['a/b'])[0]?.text).toBe(`${'-'.repeat(65_530 + shift)}ñ€😀`)
      expect(read(text, ['a/c'])[0]?.line).toBe(2)
    }
  })

  // biome-ignore format: a case a line
  it.each([
    ['UTF-8 without a word', Buffer.from('<a>ñ’</a>')],
    ['UTF-8 with its mark', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?><a>ñ’</a>')],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\xf1\x92</a>', 'latin1')],
    ['windows-1252 called ISO-8859-1', Buffer.from("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xf1\x92</a>", 'latin1')],
  ])('reads %s', (_, bytes) => expect(read(bytes, ['a'])[0]?.text).toBe('ñ’'))

  it.each(
    // biome-ignore format: a case a line
    [
      ['a file cut short', '<a>\n<b>x', /^feed\.xml:2: ends too early/],
      ['a file cut in a tag', '<a>\n<b', /^feed\.xml:2: ends too early/],
      ['an empty file', '', /ends too early/],
      ['a wrong end tag', '<a>\n<secret></a>', /^feed\.xml:2: is not well-formed XML: unexpected close tag$/],
      ['a bare ampersand', '<a>\n\nA & B; C</a>', /^feed\.xml:3: is not well-formed XML: disallowed character in entity name$/],
      ['an ampersand without an end', '<a>A & B</a>', /^feed\.xml:1: ends too early; .*&amp;/],
      ['an entity that nobody declared', '<a>&copy;</a>', /not well-formed XML: undefined entity$/],
      ['a word of the language as an entity', '<a>&toString;</a>', /not well-formed XML: undefined entity$/],
      ['a control character', '<a>\n\u0001</a>', /^feed\.xml:2: is not well-formed XML: disallowed character$/],
      ['an attribute twice', '<a b="1" b="2"/>', /not well-formed XML: duplicate attribute$/],
      ['an encoding that is not read', '<?xml version="1.0" encoding="UTF-16"?><a/>', /^feed\.xml:1: declares the encoding UTF-16/],
      ['a mark against its word', '\ufeff<?xml version="1.0" encoding="latin1"?><a/>', /byte order mark of UTF-8/],
      ['a byte that is not UTF-8', Buffer.from('<a>\n\xf1</a>', 'latin1'), /^feed\.xml:2: got a byte that is not UTF-8/],
      ['a last character that is cut', Buffer.from([0x3c, 0x61, 0x2f, 0x3e, 0x0a, 0xc3]), /^feed\.xml:2: got a byte that/],
      ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le'), /byte order mark of UTF-16/],
      ['deep nesting', '<a>'.repeat(101), /^feed\.xml:1: is nested deeper than 100/],
      ['an endless text', `<a>\n<b>${'x'.repeat(1_200_000)}</b></a>`, /^feed\.xml:2: .* more than 1000000 characters/],
      ['an endless attribute', `<a>\n<b c="${'x'.repeat(1_200_000)}"/></a>`, /^feed\.xml:1: .* more than 1000000/],
      ['an endless element', `<a>\n<b>${`<c>${'x'.repeat(900_000)}</c>`.repeat(20)}</b></a>`, /^feed\.xml:2: the element that begins here has more/],
    ],
  )('refuses %s', (_, content, message) => {
    expect(() => read(content, ['a/b'])).toThrow(SourceError)
    expect(() => read(content, ['a/b'])).toThrow(message)
  })

  it('refuses every document type, so that no entity can be declared: neither a billion laughs nor a file of this machine', () => {
    const laughs = '<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;&l;">]>\n<a><b>&m;</b></a>'
    const outside = '<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>'
    for (const text of [laughs, outside]) expect(() => read(text, ['a/b'])).toThrow(/feed\.xml:1: has a document type/)
  })

  it('quotes nothing of the file in its errors', () => {
    for (const text of ['<a>\n<b>Jane Roe</a>', '<a>Jane Roe &Jane; </a>', '<a Jane="Roe" Jane="Roe"/>', '<a>Jane Roe'])
      expect(() => read(text, ['a'])).not.toThrow(/Jane|Roe/)
  })

  it('skips a long file in bounded memory', () => {
    const street = `<street><name>${'x'.repeat(900)}</name></street>\n`
    const text = Buffer.from(`<a>\n${street.repeat(60_000)}<b>end</b>\n</a>`)
    const before = process.memoryUsage().heapUsed
    const [b] = read(text, ['a/b'])
    expect([b?.text, b?.line]).toEqual(['end', 60_002])
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000)
  })
})

it('what is left out of an element does not count towards its length', () => {
  const counts = `<Count>${'1'.repeat(900_000)}</Count>`.repeat(20)
  const text = `<Root><One><Name>a</Name>${counts}<Name>b</Name></One></Root>`
  const [one] = read(text, ['Root/One'], ['Count'])
  expect(one?.children.map((child) => child.text)).toEqual(['a', 'b'])
  expect(() => read(text, ['Root/One'])).toThrow('has more than 16000000 characters')
})
