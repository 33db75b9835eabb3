// Parses the text of a stream of Server-Sent Events (WHATWG HTML, section 9.2.6), in pieces of any size.

export interface Message {
  /** `message` where the stream names none. */
  event: string
  data: string
  /** The id that the stream stated last; empty before the first. */
  id: string
}

export interface FrameParser {
  /** @returns the messages that this piece completes */
  feed(text: string): Message[]
  /** Milliseconds that the stream asks for before a reconnection; null if it has not. */
  retry(): number | null
}

export function createFrameParser(): FrameParser {
  let rest = ''
  let [event, id]: [string, string] = ['', '']
  let data: string[] = []
  let retry: number | null = null

  const readLine = (line: string): Message | undefined => {
    if (line === '') {
      const message = data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      return message
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value)
    return undefined
  }

  return {
    feed(text) {
      // A carriage return at the end may be half of a line break.
      const held = /\r$/.test(text) ? 1 : 0
      const whole = rest + text
      const lines = whole.slice(0, whole.length - held).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + whole.slice(whole.length - held)
      return lines.flatMap((line) => readLine(line) ?? [])
    },
    retry: () => retry,
  }
}
