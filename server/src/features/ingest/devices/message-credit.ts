import type { DeviceEntry } from './device-entry.ts'

export interface MessageRate {
  /** The sustained number of messages per second, and the burst allowed after a pause. */
  perSecond: number
  burst: number
}

/** Deducts one message from the device's credit. Returns 0, or the seconds until it may try again. */
export function deductMessage(
  device: Pick<DeviceEntry, 'credit'>,
  now: number,
  { perSecond, burst }: MessageRate,
): number {
  device.credit ??= { tokens: burst, at: now }
  const { credit } = device
  const tokens = Math.min(burst, credit.tokens + (Math.max(0, now - credit.at) / 1000) * perSecond)
  credit.tokens = tokens >= 1 ? tokens - 1 : tokens
  credit.at = now
  return tokens >= 1 ? 0 : (1 - tokens) / perSecond
}
