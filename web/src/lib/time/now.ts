import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = Math.floor(Date.now() / 1000)

/**
 * The current time in epoch ms, updated every second. All callers share one timer, which pauses while the page is
 * hidden.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => second) * 1000
}

/** Like useNow, but updated every minute. */
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
