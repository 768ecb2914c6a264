import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './wire.ts'

/** For how many days it is known when a device was online. */
export const connectionDays = 7

export const DeviceConnection = z.strictObject({
  /** Nothing is known of the time before: it is longer ago than the days above, or the device was elsewhere or new. */
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
