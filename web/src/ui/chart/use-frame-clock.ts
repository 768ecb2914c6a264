import { useEffect, useState } from 'react'

/** The end time of a moving chart, updated every `everyMs` while it moves and the page is visible. */
export function useFrameClock(read: () => number, everyMs: number, moves: boolean): number {
  const [nowMs, setNowMs] = useState(read)
  useEffect(() => {
    if (!moves) return
    const tick = () => {
      if (!document.hidden) setNowMs(read())
    }
    tick()
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [read, everyMs, moves])
  return nowMs
}
