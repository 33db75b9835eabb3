/**
 * Collects the requests of one turn of the event loop into one batch.
 * @param decide returns answers in the order of the requests
 */
export function gather<Ask, Answer>(
  decide: (asks: readonly Ask[]) => readonly Answer[] | Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  interface Waiting {
    resolve(answer: Answer): void
    reject(fault: unknown): void
  }
  let asks: Ask[] = []
  let waiting: Waiting[] = []

  const decideTurn = async (): Promise<void> => {
    const [asked, answered] = [asks, waiting]
    asks = []
    waiting = []
    try {
      const decided = decide(asked)
      const answers = decided instanceof Promise ? await decided : decided
      for (const [at, answer] of answers.entries()) answered[at]?.resolve(answer)
    } catch (fault) {
      for (const one of answered) one.reject(fault)
    }
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      // Runs after this turn's sockets have been read, and before the next poll.
      if (asks.length === 0) setImmediate(decideTurn)
      asks.push(ask)
      waiting.push({ resolve, reject })
    })
}
