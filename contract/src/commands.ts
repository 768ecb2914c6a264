import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, id, OnlyPage } from './wire.ts'

/** Commands for devices. refresh: report all readings now. */
export const deviceCommands = ['refresh'] as const
export const commandResults = ['Done', 'Refused'] as const
export type CommandResult = (typeof commandResults)[number]

/** Queued: waits for the device. Sent: sent, not answered yet. Expired: not answered within a day. */
export const commandStatuses = ['Queued', 'Sent', ...commandResults, 'Expired'] as const

export const DeviceCommandRecord = z.strictObject({
  Id: id,
  Command: z.enum(deviceCommands),
  Status: z.enum(commandStatuses),
  RequestedBy: z.strictObject({ Id: id, Name: z.string() }).nullable(),
  RequestedAt: z.iso.datetime(),
  /** When it was last sent; null: not yet. */
  SentAt: z.iso.datetime().nullable(),
  AnsweredAt: z.iso.datetime().nullable(),
})
export type DeviceCommandRecord = z.output<typeof DeviceCommandRecord>

export const commands = {
  refresh: endpoint({
    method: 'POST',
    path: '/devices/:id/refresh',
    summary:
      'Ask a device to report all readings now; the command waits up to a day for the device. While one waits, it is returned instead of a new one',
    access: 'RefreshDevice',
    status: 202,
    params: IdParams,
    answer: DeviceCommandRecord,
  }),
  list: endpoint({
    method: 'GET',
    path: '/devices/:id/commands',
    summary: 'List the last 20 commands of a device with their results, newest first',
    access: 'ViewDevices',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(DeviceCommandRecord),
  }),
}
