import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'

export interface LiveStatus {
  status: 'off' | 'connecting' | 'live' | 'reconnecting'
  /** The last time at which all data was known to be up to date. */
  goodUntil: number | undefined
  lastEventAt: number | undefined
}

/** Refreshing a token interrupts the connection briefly. Shorter interruptions are not shown. */
const graceMs = 1500

const changes = makeListeners<[]>()
let state: LiveStatus = { status: 'off', goodUntil: undefined, lastEventAt: undefined }
let pending: ReturnType<typeof setTimeout> | undefined

export function setLiveStatus(next: Partial<Pick<LiveStatus, 'status' | 'lastEventAt'>>): void {
  if (next.status === 'reconnecting' && state.status === 'live') {
    const wentDownAt = Date.now()
    pending ??= setTimeout(() => {
      pending = undefined
      become({ status: 'reconnecting', goodUntil: wentDownAt })
    }, graceMs)
    return
  }
  if (next.status) {
    clearTimeout(pending)
    pending = undefined
  }
  if (next.status === state.status && next.lastEventAt === undefined) return
  become(next)
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(changes.add, () => state)
}

/** Calls back when the connection is live again after it was shown as interrupted. */
export function useReconnected(onLive: () => void): void {
  const handleLive = useEffectEvent(onLive)
  useEffect(() => {
    let before = state.status
    return changes.add(() => {
      if (before === 'reconnecting' && state.status === 'live') handleLive()
      before = state.status
    })
  }, [])
}

function become(next: Partial<LiveStatus>) {
  state = { ...state, ...next }
  changes.notify()
}
