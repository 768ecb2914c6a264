import { mergeReadings, type Reading } from '../../lib/live/reading-buffer.ts'

/** The longest window, and a little more. */
const keptMs = 61 * 60_000
const notifyEveryMs = 250

/**
 * Holds the last hour of readings of one device. Listeners are notified at most four times a second. While the page
 * is hidden they are not notified, then once when it is visible again.
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
    /** Shows held readings now instead of after the delay. */
    show,
    /** All readings held, including those not shown yet. */
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
