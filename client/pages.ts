// Lists that page by themselves.

/** One page of a list, as the server sent it. */
export interface Page<Item> {
  data: Item[]
  /** Send it as `cursor` to go on after this page; null after the last one. Of events it is never null. */
  next_cursor: string | null
  /** Only of events: whether more are there already. */
  has_more?: boolean
}

/** The facts in the headers of a page. */
export interface PageSource {
  /** Id of the bundle that answered; null for events. */
  snapshot: string | null
  /** Of `listEndorsements`: the position in the feed from which the changes of this list are told; otherwise null. */
  feed_cursor: string | null
}

/** A list. It asks for a page when the loop reaches it, and each loop begins anew. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** Page by page, with the cursor from which to go on at another time. */
  pages(): AsyncIterable<Page<Item> & PageSource>
  /** Every record. Name filters: a list may have hundreds of thousands. */
  toArray(): Promise<Item[]>
}

/** @param load the page at a cursor; undefined for the first page of the query */
export function createPages<Item>(
  load: (cursor: string | undefined) => Promise<{ body: Page<Item>; headers: Headers }>,
): Pages<Item> {
  async function* pages(): AsyncGenerator<Page<Item> & PageSource> {
    let cursor: string | undefined
    do {
      const { body, headers } = await load(cursor)
      const source = { snapshot: headers.get('x-snapshot'), feed_cursor: headers.get('x-feed-cursor') }
      yield { ...body, ...source }
      cursor = body.has_more === false ? undefined : (body.next_cursor ?? undefined)
    } while (cursor !== undefined)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const { data } of pages()) yield* data
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    async toArray() {
      const all: Item[] = []
      for await (const item of items()) all.push(item)
      return all
    },
  }
}
