import { mergeReadings, type Reading } from '../../lib/live/reading-buffer.ts'

/** What the longest window shows, and a little before it. */
const keptMs = 61 * 60_000
const notifyEveryMs = 250

/**
 * Holds the readings of one device, from the newest an hour back. Whoever watches is told at most four times a second,
 * and not while the page is hidden: then once, when it is seen again.
 */
export function makeReadingStore(
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>,
) {
  const listeners = new Set<() => void>()
  let held: readonly Reading[] = []
  let shown = held
  let timer: ReturnType<typeof setTimeout> | undefined

  function show() {
    timer = undefined
    if (page.hidden || shown === held) return
    shown = held
    for (const listener of listeners) listener()
  }

  return {
    merge(news: readonly Reading[]): void {
      const newestMs = Math.max(held.at(-1)?.[0] ?? 0, news.at(-1)?.[0] ?? 0)
      held = mergeReadings(held, news, newestMs - keptMs)
      if (timer === undefined) timer = setTimeout(show, notifyEveryMs)
    },
    /** Shows what is held now rather than in a moment. */
    show,
    /** All that came, also what is not shown yet. */
    held: () => held,
    shown: () => shown,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) page.addEventListener('visibilitychange', show)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) page.removeEventListener('visibilitychange', show)
      }
    },
  }
}
