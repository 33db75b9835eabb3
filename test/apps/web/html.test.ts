// The template of every page.

import { describe, expect, test } from 'vitest'
import { html } from '../../../apps/web/html.ts'

describe('the template', () => {
  test('escapes characters that end text or an attribute, and nothing twice', () => {
    expect(html`<p title="${`"'`}">${'<&>'}${html`<b>${'&'}</b>`}</p>`.toString()).toBe(
      '<p title="&quot;&#39;">&lt;&amp;&gt;<b>&amp;</b></p>',
    )
  })

  test('renders empty values as nothing, zero as zero, and lists in order', () => {
    expect(html`${null}${undefined}${false}${0}${''}${['<', html`<i>`, [1, 2]]}`.toString()).toBe('0&lt;<i>12')
  })

  test('text that looks like markup is always escaped', () => {
    const forged = { toString: () => '<script>' }
    // @ts-expect-error an object cannot be part of a page
    const make = () => html`${forged}`
    expect(make).toThrow(TypeError)
  })
})
