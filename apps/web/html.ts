// The template tag of every page. It escapes each value, unless the value is a template itself.

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send; only `html` and `trustedHtml` create it. */
export class Html {
  readonly #text: string
  private constructor(text: string) {
    this.#text = text
  }
  static of(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string))
  }
  static trusted(text: string): Html {
    return new Html(text)
  }
  toString(): string {
    return this.#text
  }
}

/** Markup that another program made from our own files; never anything that a visitor sent. */
export function trustedHtml(text: string): Html {
  return Html.trusted(text)
}

/** Null, undefined and false become empty text. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

/** Write attribute values in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, parts)
}

function toText(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(toText).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
