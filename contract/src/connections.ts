import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './wire.ts'

/** The number of days for which the connection history of a device is available. */
export const connectionDays = 7

export const DeviceConnection = z.strictObject({
  /** Nothing is known of the time before: it exceeds the days above, or the device was elsewhere or new. */
  StartAt: z.iso.datetime(),
  EndAt: z.iso.datetime(),
  /** When it was online or offline, oldest first and without gaps. Empty: it never connected, or nothing is known. */
  Periods: z.array(
    z.strictObject({ StartAt: z.iso.datetime(), EndAt: z.iso.datetime(), IsOnline: z.boolean() }),
  ),
})
export type DeviceConnection = z.output<typeof DeviceConnection>

export const connections = {
  ofDevice: endpoint({
    method: 'GET',
    path: '/devices/:id/connection',
    summary: `Get when a device was online during the last ${connectionDays} days`,
    access: 'ViewDevices',
    params: IdParams,
    answer: DeviceConnection,
  }),
}
