/** What is the matter with a device, beside being online. */
export interface StatusFlags {
  migrate?: boolean
  reset?: boolean
  error?: boolean
}

const firmwareVersion = '3.4.0'

/** The greeting after each connection; the interval is told in whole seconds. */
export function onlineStatus(intervalMs: number, flags: StatusFlags = {}): string {
  const interval = Math.max(1, Math.round(intervalMs / 1_000))
  return JSON.stringify({ state: 'online', version: firmwareVersion, interval, ...flags })
}

/** The goodbye, and the last will. */
export const offlineStatus = JSON.stringify({ state: 'offline' })
