import type { AlertMessage } from '@eot/contract/live'
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../../lib/live/listeners.ts'

/** Alert events since the portal was opened. */
export interface NewAlerts {
  /** Count of each event since the user last looked. */
  counts: Readonly<Partial<Record<AlertMessage['Event'], number>>>
  /** Newest first. */
  latest: readonly AlertMessage[]
}

const kept = 20
const changes = makeListeners<[]>()
const none: NewAlerts = { counts: {}, latest: [] }
let state = none

export function noteAlertMessage(message: AlertMessage): void {
  state = {
    counts: { ...state.counts, [message.Event]: (state.counts[message.Event] ?? 0) + 1 },
    latest: [message, ...state.latest].slice(0, kept),
  }
  changes.notify()
}

/** The user has looked: resets the counts and keeps the latest events. */
export function resetNewAlertCounts(): void {
  if (Object.keys(state.counts).length === 0) return
  state = { ...state, counts: {} }
  changes.notify()
}

export function clearNewAlerts(): void {
  state = none
  changes.notify()
}

export function useNewAlerts(): NewAlerts {
  return useSyncExternalStore(changes.add, () => state)
}
