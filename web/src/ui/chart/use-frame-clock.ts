import { useEffect, useState } from 'react'

interface FrameClock {
  read: () => number
  everyMs: number
  moves: boolean
  /** What the chart shows. */
  content: unknown
}

/**
 * The end time of a moving chart, updated with its content, and `everyMs` after that, while it moves and the page is visible.
 * Drawing takes long enough that new content and a step of the clock are drawn at once.
 */
export function useFrameClock({ read, everyMs, moves, content }: FrameClock): number {
  const [nowMs, setNowMs] = useState(read)
  const [drawn, setDrawn] = useState(content)
  if (moves && drawn !== content) {
    setDrawn(content)
    setNowMs(read())
  }
  useEffect(() => {
    if (moves) setNowMs(read())
  }, [read, moves])
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the clock when new content arrives
  useEffect(() => {
    if (!moves) return
    const tick = () => {
      if (!document.hidden) setNowMs(read())
    }
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [read, everyMs, moves, content])
  return nowMs
}
