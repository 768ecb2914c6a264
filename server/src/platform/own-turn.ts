interface Waiting {
  progress: number
  go: () => void
}

const waiting: Waiting[] = []

/**
 * Resolves in a turn of the event loop that nobody else who asks has: long work is done in pieces, one a turn, and
 * between two of them whatever has arrived is dealt with, such as the database's wish for more bytes. Whoever is furthest
 * goes first: of several that began together, one is done early, and not all at the end.
 */
export function ownTurn(progress: number): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ progress, go: resolve })
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  const furthest = waiting.reduce((best, one) => (one.progress > best.progress ? one : best))
  waiting.splice(waiting.indexOf(furthest), 1)
  furthest.go()
  if (waiting.length > 0) setImmediate(next)
}
