import type { Connection } from './connection.ts'
import type { Head, State } from './state.ts'

type Operations = Pick<State, 'head' | 'publish' | 'publications'>

export function publicationOperations(connection: Connection): Operations {
  const findHead = (): Head | undefined =>
    connection.find(
      `SELECT h.publication, p.bundle, h.epoch, h.seq
      FROM head AS h
      JOIN publication AS p ON p.publication = h.publication`,
    )

  return {
    head: async () => findHead(),

    publish: async ({ expectedPublication, bundle, published_at }) =>
      connection.write(() => {
        const head = findHead()
        if (head?.bundle === bundle) return { publication: head.publication, changed: false }
        const current = head?.publication ?? null
        if (current !== expectedPublication) return { refused: otherPublication(head, expectedPublication) }
        const publication = (current ?? 0) + 1
        connection.run(
          `INSERT INTO publication (publication, bundle, published_at)
          VALUES (@publication, @bundle, @published_at)`,
          { publication, bundle, published_at },
        )
        connection.run('UPDATE head SET publication = @publication WHERE only_row = 1', { publication })
        return { publication, changed: true }
      }),

    publications: async (limit) =>
      connection.list(
        `SELECT publication, bundle, published_at
        FROM publication
        ORDER BY publication DESC
        LIMIT @limit`,
        { limit },
      ),
  }
}

function otherPublication(head: Head | undefined, expected: number | null): string {
  const got = head
    ? `publication ${head.publication} (bundle ${head.bundle.slice(0, 12)}) is current`
    : 'nothing is published'
  const wanted = expected === null ? 'that nothing was' : `publication ${expected}`
  return `Another publisher came first: ${got}, this one expected ${wanted}.`
}
