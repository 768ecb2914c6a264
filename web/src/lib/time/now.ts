import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = Math.floor(Date.now() / 1000)

/** Milliseconds, moving once a second; all who ask share one timer, which rests while the page is hidden. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => second) * 1000
}

/** Like useNow but changing once a minute, for what need not be redrawn each second. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(second / 60)) * 60_000
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start() {
  tick()
  timer = setInterval(tick, 1000)
  document.addEventListener('visibilitychange', tick)
}

function stop() {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', tick)
}

function tick() {
  if (document.hidden) return
  const current = Math.floor(Date.now() / 1000)
  if (current === second) return
  second = current
  for (const listener of listeners) listener()
}
