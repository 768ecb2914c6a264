import { useEffect, useState } from 'react'

/** The time a moving chart ends at, read every `everyMs` while it moves and the page can be seen. */
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
