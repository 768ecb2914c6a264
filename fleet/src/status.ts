/** Status flags of a device, besides its connection state. */
export interface StatusFlags {
  migrate?: boolean
  reset?: boolean
  error?: boolean
}

const firmwareVersion = '3.4.0'

/** Status message after each connect; the interval is in whole seconds. */
export function onlineStatus(intervalMs: number, flags: StatusFlags = {}): string {
  const interval = Math.max(1, Math.round(intervalMs / 1_000))
  return JSON.stringify({ state: 'online', version: firmwareVersion, interval, ...flags })
}

/** Status message before a disconnect; also the last will. */
export const offlineStatus = JSON.stringify({ state: 'offline' })
