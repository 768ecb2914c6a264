interface Waiting {
  progress: number
  go: () => void
}

const waiting: Waiting[] = []

/**
 * Resolves in a turn of the event loop that no other caller shares. Long work calls it between its parts, so that the event
 * loop can handle I/O in between. The caller with the highest progress goes first, so that of several tasks started together,
 * one finishes early instead of all at the end.
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
