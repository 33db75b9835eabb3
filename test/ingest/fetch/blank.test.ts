// Personal data is blanked in XML, JSON and YAML before the bytes are stored; everything else stays unchanged.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { blank, blankElements, blankKeys } from '../../../ingest/fetch/blank.ts'
import { blankMembers } from '../../../ingest/fetch/blank-columns.ts'
import { SourceError } from '../../../ingest/read/source.ts'

const blankedXml = (text: string, ...names: string[]) =>
  Buffer.from(blankElements({ name: 'feed.xml', bytes: Buffer.from(text) }, names).bytes).toString()
const blankedJson = (text: string, ...names: string[]) =>
  Buffer.from(blankMembers({ name: 'feed.json', bytes: Buffer.from(text) }, names).bytes).toString()

it('elements of XML are emptied, and line numbers stay the same', () => {
  const text = '<Person id="p">\n<Email>a@example.org\n</Email><Name>A</Name>\n</Person>'
  expect(blankedXml(text, 'Email')).toBe('<Person id="p">\n<Email>             \n</Email><Name>A</Name>\n</Person>')
})

it.each([
  ['<SimpleData name="Email">a@b</SimpleData>', `<SimpleData name="Email">${' '.repeat(3)}</SimpleData>`],
  ['<Data id="1" name="Email"><value>s</value></Data>', `<Data id="1" name="Email">${' '.repeat(16)}</Data>`],
  ['<Data name="Emails">s</Data><SimpleData name="Email"/>', '<Data name="Emails">s</Data><SimpleData name="Email"/>'],
  ["<Schema id='s'><SimpleField name='Email'/></Schema>", "<Schema id='s'><SimpleField name='Email'/></Schema>"],
  ["<SimpleData id='1' name = 'Email' >a@b</SimpleData>", "<SimpleData id='1' name = 'Email' >   </SimpleData>"],
  ['<td>A</td></tr>\n<td>Email</td>\n<td>s</td>', '<td>A</td></tr>\n<td>Email</td>\n<td> </td>'],
  ['<TD a="b"> Email </TD><TD style=c>s</TD></tr>', '<TD a="b"> Email </TD><TD style=c> </TD></tr>'],
  ['&lt;td&gt;Email&lt;/td&gt;&lt;td&gt;s&lt;/td&gt;', '&lt;td&gt;Email&lt;/td&gt;&lt;td&gt; &lt;/td&gt;'],
  ['<Email>a@b</Email><text>$[Email]</text>', '<Email>   </Email><text>$[Email]</text>'],
])('data of KML %s', (text, expected) => {
  const file = { name: 'wards.kml', bytes: Buffer.from(text) }
  expect(Buffer.from(blank(file, ['Email', 'Phone']).bytes).toString()).toBe(expected)
  expect(blank(file, ['Email', 'Phone']).found).toEqual(['Email'])
})

it.each([
  ['<Data name="Email">s', 'has no </Data> after personal data'],
  ['<td>Email</td><td>s', 'has no </td> after personal data'],
  // A list, a table of several columns, a text, a cell with a mark in it, or an attribute.
  ['<span class="atr-name">Email</span>: <span class="atr-value">a@b</span>'],
  ['<tr><td>Email</td><td>Name</td><td>Ward</td></tr><tr><td>a@b</td></tr>'],
  ['<tr><td>Name</td><td>Email</td></tr><tr><td>Ann</td><td>a@b</td></tr>'],
  ['<SimpleData name="Email"/>Email: a@b'],
  ['<td><b>Email</b></td><td>a@b</td>'],
  ['<td>Email</td><td><table><td>s</td></table></td>'],
  ['<a title="Email" href="mailto:a@b">'],
])(
  'a personal name in KML where its value cannot be told refuses the file: %s',
  (text, said = 'has the personal name') => {
    const file = { name: 'wards.kml', bytes: Buffer.from(`<Data name="Email">s</Data>\n${text}`) }
    expect(() => blank(file, ['Email'])).toThrow(`wards.kml:2: ${said}`)
  },
)

it('KML of one name many times is blanked in time', () => {
  const bytes = Buffer.from(`${'<Data name="Email">'.repeat(200_000)}</Data>`)
  const started = performance.now()
  blank({ name: 'wards.kml', bytes }, ['Email'])
  expect(performance.now() - started).toBeLessThan(2000)
})

it.each([
  ['<v:Email x="a>b">secret</v:Email>', '<v:Email x="   ">      </v:Email>'],
  ['<Email label="555-1234" alt = \'a"b\'>s</Email>', '<Email label="        " alt = \'   \'> </Email>'],
  ['<Email label="555-1234"/><Name label="A"/>', '<Email label="        "/><Name label="A"/>'],
  ['<v:Email xmlns:v="urn:v" n="5\n6">s</v:Email>', '<v:Email xmlns:v="urn:v" n=" \n "> </v:Email>'],
  ['<Email\n>secret</Email >', '<Email\n>      </Email >'],
  ['<Email>s<Email>t</Email>u</Email>', `<Email>${' '.repeat(18)}</Email>`],
  ['<Email/><Name>A</Name><Email>s</Email>', '<Email/><Name>A</Name><Email> </Email>'],
  ['<Emails>kept</Emails><XEmail>kept</XEmail>', '<Emails>kept</Emails><XEmail>kept</XEmail>'],
  ['<a><Email><Line>s</Line></Email></a>', `<a><Email>${' '.repeat(14)}</Email></a>`],
])('elements of XML %s', (text, expected) => {
  expect(blankedXml(text, 'Email')).toBe(expected)
})

it('elements of XML stop the source if they are never closed, or if the encoding has NUL bytes', () => {
  expect(() => blankedXml('<a><Email>secret</a>', 'Email')).toThrow(SourceError)
  expect(() => blankedXml('<a>secret</Email></a>', 'Email')).toThrow(SourceError)
  expect(() => blankedXml('<\0E\0', 'Email')).toThrow(/NUL bytes/)
})

it.each([
  ['{"Email": "a@example.org", "Name": "A"}', '{"Email": null           , "Name": "A"}'],
  ['{"Email":["a","b]"],"n":1}', '{"Email":null      ,"n":1}'],
  ['{"Email":{"x":{"y":"}"}},"n":1}', '{"Email":null           ,"n":1}'],
  ['{"Email":7}', '{"Email":0}'],
  ['{"Email":""}', '{"Email":""}'],
  ['{"\\u0045mail":"secret"}', '{"\\u0045mail":null    }'],
  ['{"Name":"Email: \\"x\\"","Emails":"kept"}', '{"Name":"Email: \\"x\\"","Emails":"kept"}'],
  ['[{"a":{"Email":true}},{"Email":12345}]', '[{"a":{"Email":null}},{"Email":null }]'],
])('members of JSON %s', (text, expected) => {
  const blanked = blankedJson(text, 'Email')
  expect(blanked).toBe(expected)
  expect(() => JSON.parse(blanked)).not.toThrow()
})

it('members of JSON keep their line breaks', () => {
  expect(blankedJson('{"Email": [\n"a",\n"b"]\n}', 'Email')).toBe('{"Email": 0\n    \n    \n}')
  expect(blankedJson('{"Email": ["a",\n"b"]\n}', 'Email')).toBe('{"Email": null \n    \n}')
})

const blanked = (text: string, ...names: string[]): string =>
  Buffer.from(blankKeys({ name: 'people.yml', bytes: Buffer.from(text) }, names).bytes).toString()

describe('keys of YAML', () => {
  it('lose their values, and line numbers stay the same', () => {
    const text = 'id: 1\nbirth_date: 1970-01-01\nextras:\n  home: 12 Elm St\n  phone: x\nname: Ann\n'
    const expected = `id: 1\nbirth_date:${' '.repeat(11)}\nextras:\n${' '.repeat(17)}\n${' '.repeat(10)}\nname: Ann\n`
    expect(blanked(text, 'birth_date', 'extras')).toBe(expected)
  })

  it.each(
    // biome-ignore format: a case a line
    [
      ['a text over lines', 'a: Elm\n  Street\nb: 1\n', { a: null, b: 1 }],
      ['a text in quotes over lines', 'a: "Elm\n\n  b: Street"\nb: 1\n', { a: null, b: 1 }],
      ['a block text', 'a: |\n  Elm\n\n  b: 2\nb: 1\n', { a: null, b: 1 }],
      ['a list as deep as its key', 'a:\n- Elm\n- x: 1\nb: 1\n', { a: null, b: 1 }],
      ['a list that is deeper', 'a:\n  - Elm\n\n  - x: 1\nb: 1\n', { a: null, b: 1 }],
      ['a value with a comment', 'a: Elm # home\nb: 1\n', { a: null, b: 1 }],
      ['a comment between', 'a: # home\n# 12\n  x: Elm\nb: 1\n', { a: null, b: 1 }],
      ['the last value, without a line end', 'b: 1\na: Elm', { b: 1, a: null }],
      ['a key in an item', '- a: Elm\n  b: 1\n- b: 2\n  a:\n  - Elm\n', [{ a: null, b: 1 }, { b: 2, a: null }]],
      ['a key in an item of an item', '- - a: Elm\n    b: 1\n', [[{ a: null, b: 1 }]]],
      ['lines that end in CR LF', 'a: Elm\r\n  Street\r\nb: 1\r\n', { a: null, b: 1 }],
      ['a mark and a document start', '\ufeff---\na: Elm\nb: 1\n', { a: null, b: 1 }],
      ['letters of other scripts', 'a: Peña\nb: Núñez\n', { a: null, b: 'Núñez' }],
      ['a longer key', 'aa: 1\nx a: 2\nb: 1\n', { aa: 1, 'x a': 2, b: 1 }],
    ],
  )('%s', (_, text, expected) => {
    expect(parse(blanked(text, 'a'))).toEqual(expected)
    expect(blanked(text, 'a')).not.toContain('Elm')
    expect(blanked(blanked(text, 'a'), 'a')).toBe(blanked(text, 'a'))
  })

  it.each([
    ['flow style', 'x: {a: Elm}\n'],
    ['flow style in an item', '- {a: Elm}\n'],
    ['flow style over lines', 'x: [\n  a: Elm\n]\n'],
    ['a key in quotes', '"a": Elm\n'],
    ['a key in quotes with an escape', '"\\x61": Elm\n'],
    ['a key in an item in quotes', "- 'a': Elm\n"],
    ['an explicit key', '? a\n: Elm\n'],
    ['an anchor', 'x: &x Elm\na: *x\n'],
    ['a tag', 'x: !!map\n  a: Elm\n'],
    ['a tab', 'x:\n\ta: Elm\n'],
    ['a lone carriage return', 'x: 1\ra: Elm\n'],
    ['a second document', 'x: 1\n---\na: Elm\n'],
    ['a text that goes on', 'x: one\n  a: Elm\n'],
    ['an item in quotes with an escape', '- "\\x61: Elm"\n'],
    ['NULs', 'a: Elm\0\n'],
  ])('stop the source where they cannot be told: %s', (_, text) => {
    expect(() => blanked(text, 'a')).toThrow(SourceError)
    expect(() => blanked(text, 'a')).toThrow(
      /^people\.yml:\d+: has .*, so personal keys cannot be identified and nothing is kept/,
    )
    expect(() => blanked(text, 'a')).not.toThrow(/Elm/)
  })

  it('are removed together with the list items that a rule names', () => {
    const rule = 'offices[classification!=capitol|district]'
    const text = [
      'offices:',
      '- classification: capitol',
      '  address: 1 Capitol Sq',
      '- address: 12 Elm St;',
      '    Raleigh',
      '  classification: "home"',
      '  voice: 555-0100',
      '- voice: 555-0101',
      '- classification: district',
      '  voice: 555-0102',
      'name: Ann',
      '',
    ].join('\n')
    expect(parse(blanked(text, rule))).toEqual({
      offices: [
        { classification: 'capitol', address: '1 Capitol Sq' },
        { address: null, classification: 'home', voice: null },
        { voice: null },
        { classification: 'district', voice: '555-0102' },
      ],
      name: 'Ann',
    })
    expect(() => blanked('offices:\n- 12 Elm St\n', rule)).toThrow(/a list item that is a single text, expected keys/)
  })

  it('of any person that a program writes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('12 Elm St', 'a: b', '- x', '# y', '| z', "it's", '1970-01-01', '~', 'x\n  y\n\nz\n'),
    )
    const key = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,4})?$/)
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, fc.integer(), tie('list'), tie('map')),
      list: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
      map: fc.dictionary(key, tie('any'), { minKeys: 1, maxKeys: 4 }),
    })).map
    const runs = process.env.PROOF ? 20_000 : 500
    let refused = 0
    fc.assert(
      fc.property(value, fc.array(value, { maxLength: 3 }), (extras, others) => {
        const person = { id: 'x', extras, other_names: others.map((other) => ({ extras: other, note: 'kept' })) }
        const written = stringify(person, { lineWidth: 60 })
        let result: string
        try {
          result = blanked(written, 'extras')
        } catch (error) {
          if (!(error instanceof SourceError)) throw error
          refused++
          return
        }
        expect(parse(result)).toEqual({
          id: 'x',
          extras: null,
          other_names: others.map(() => ({ extras: null, note: 'kept' })),
        })
        expect(Buffer.byteLength(result)).toBe(Buffer.byteLength(written))
      }),
      { numRuns: runs },
    )
    expect(refused).toBeLessThan(runs / 10)
  })
})
