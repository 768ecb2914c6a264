import type { AlertMessage } from '@eot/contract/live'
import { useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'

export interface Notifications {
  /** How many of each event came since somebody looked. */
  counts: Readonly<Partial<Record<AlertMessage['Event'], number>>>
  /** Newest first. */
  latest: readonly AlertMessage[]
}

const kept = 20
const changes = makeListeners<[]>()
const none: Notifications = { counts: {}, latest: [] }
let state = none

export function noteAlertMessage(message: AlertMessage): void {
  state = {
    counts: { ...state.counts, [message.Event]: (state.counts[message.Event] ?? 0) + 1 },
    latest: [message, ...state.latest].slice(0, kept),
  }
  changes.tell()
}

/** Somebody looked: the counts begin again, the latest stay. */
export function resetNotificationCounts(): void {
  if (Object.keys(state.counts).length === 0) return
  state = { ...state, counts: {} }
  changes.tell()
}

export function clearNotifications(): void {
  state = none
  changes.tell()
}

export function useNotifications(): Notifications {
  return useSyncExternalStore(changes.add, () => state)
}
