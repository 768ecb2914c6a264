import { storableText } from '@eot/contract/text'
import { z } from 'zod'
import type { DeviceFlags } from '../devices/device-runtime.ts'

/** The contents of a device's status topic or last will. */
const StatusMessage = z.object({
  state: z.enum(['online', 'offline']).default('online'),
  version: storableText.max(60).optional(),
  interval: z.number().int().min(1).max(86_400).optional(),
  migrate: z.boolean().optional(),
  reset: z.boolean().optional(),
  error: z.boolean().optional(),
})

export interface DeviceSays {
  isOnline: boolean
  flags: Partial<DeviceFlags>
  firmware: string | null
  interval: number | null
}

export function parseStatus(text: string): DeviceSays | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  const { success, data } = StatusMessage.safeParse(message)
  if (!success) return undefined
  const flags: Partial<DeviceFlags> = {}
  if (data.migrate !== undefined) flags.migrating = data.migrate
  if (data.reset !== undefined) flags.resetting = data.reset
  if (data.error !== undefined) flags.failing = data.error
  return {
    isOnline: data.state === 'online',
    flags,
    firmware: data.version ?? null,
    interval: data.interval ?? null,
  }
}
