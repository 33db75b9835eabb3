import { expect, it } from 'vitest'
import {
  findLinks,
  findReferences,
  findTemplates,
  parseHeadingLine,
  parseTemplate,
  stripComments,
  takeReferences,
  toPlainText,
} from '../../../ingest/read/wikitext.ts'

const texts = (text: string) => findTemplates(text).map(({ start, end }) => text.slice(start, end))
const first = (text: string) => parseTemplate(text, findTemplates(text).at(-1) ?? { start: 0, end: 0 })

it('templates are matched brace by brace', () => {
  expect(texts('a {{b|{{c}}}} d {{e}}')).toEqual(['{{c}}', '{{b|{{c}}}}', '{{e}}'])
  expect(texts('}} {{open {{b}}')).toEqual(['{{b}}'])
})

it('templates have parameters, which end at a bar outside of templates and links', () => {
  expect(first('{{Box_one | title = [[A|B]] {{c|d=e}} |x|list=\n* [[F|G]]\n}}')).toMatchObject({
    name: 'box one',
    parameters: [
      { name: 'title', value: ' [[A|B]] {{c|d=e}} ' },
      { name: '1', value: 'x' },
      { name: 'list', value: '\n* [[F|G]]\n' },
    ],
  })
})

it('templates take linear time, however they are nested', () => {
  const began = performance.now()
  for (const hostile of ['{{', '}}', '[[', '{{a|', '<ref', '<ref>', '<!--', "'''", '=='])
    for (const text of [hostile.repeat(100_000), `${hostile.repeat(50_000)}}}`]) {
      findTemplates(text)
      takeReferences(stripComments(text))
      findLinks(text)
      toPlainText(text.slice(0, 100_000))
    }
  expect(performance.now() - began).toBeLessThan(5000)
})

it('comments and references go, and lines stay where they are', () => {
  expect(stripComments('a<!-- b\nc -->d')).toBe('a\nd')
  const { text, references } = takeReferences('x<ref name="a">one\ntwo</ref>\ny<ref name=a /> <references/>')
  expect(text.split('\n')).toHaveLength(3)
  expect(toPlainText(text)).toBe('x\n\ny ')
  expect(references).toEqual([
    { name: 'a', body: 'one\ntwo' },
    { name: 'a', body: null },
  ])
  expect(findReferences(text)).toEqual([0, 1])
})

it('links and words have the article and its label; files and sections are none', () => {
  expect(
    findLinks('[[ann_sample#Life|Ann]] [[File:X.jpg|thumb]] [[Bo (poet)]]').map(({ target, label }) => [target, label]),
  ).toEqual([
    ['Ann sample', 'Ann'],
    ['Bo (poet)', 'Bo (poet)'],
  ])
})

it('links and words are shown as a reader sees them', () => {
  expect(toPlainText("'''[[A|Ann]]''', {{nowrap|of [[Reno]]}} {{ushr|NV|2}}{{efn|note}} &amp; co<br/>")).toBe(
    'Ann, of Reno NV-2 & co ',
  )
})

it.each([
  ['== A ==', { level: 2, title: 'A' }],
  ['=====B=====', { level: 5, title: 'B' }],
  ['= C =', undefined],
  ['==== ====', undefined],
  ['a == b ==', undefined],
])('links and words %s', (line, heading) => expect(parseHeadingLine(line)).toEqual(heading))
