import type { Endpoint, RequestOf } from '@eot/contract/endpoint'
import type { MadeDevice, MadeSite } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** In ms. */
export const hourMs = 3_600_000
export const chicago = 'America/Chicago'
/** The range of most alerts, in epoch ms. Clocks go back on 1 November 2026. */
export const range = {
  startTime: Date.parse('2026-10-20T00:00:00-05:00'),
  endTime: Date.parse('2026-11-15T00:00:00-06:00'),
}

export interface Raised {
  device: MadeDevice
  type: string
  site: string
  start: number
}

export async function makeGroup(
  { db, make }: TestApp,
  site: MadeSite,
  devices: readonly MadeDevice[],
  name: string,
) {
  const { id } = await make.deviceGroup({ site })
  await db.updateTable('device_group').set({ name }).where('id', '=', id).execute()
  await db
    .insertInto('device_group_device')
    .values(devices.map((device) => ({ device_group_id: id, device_id: device.id })))
    .execute()
  return { id, name }
}

/**
 * Creates a campus with two schools, six devices in two overlapping groups, and alerts at pseudorandom times. `get` reads as a
 * user of the campus.
 */
export async function campusWithAlerts(app: TestApp) {
  const { call, make, signIn } = app
  const campus = await make.site({ name: 'Campus', time_zone: chicago })
  const schools = [
    await make.site({ parent: campus, name: 'East', time_zone: chicago }),
    await make.site({ parent: campus, name: 'West', time_zone: 'America/Denver' }),
  ]
  const devices = await Promise.all(
    Array.from({ length: 6 }, (_, n) => make.device({ site: schools[n % 2] ?? campus, name: `Room ${n}` })),
  )
  const groups = [
    await makeGroup(app, campus, devices.slice(0, 4), 'Upper floor'),
    await makeGroup(app, campus, devices.slice(3), 'Restrooms'),
  ]
  const raised: Raised[] = []
  for (let n = 0; n < 300; n++) {
    const device = devices[(n * n + (n >> 3)) % devices.length]
    if (!device?.site) throw new Error('every device has a site')
    const type = ['Vape', 'CO', 'Sound'][(n * 7) % 3] ?? 'Vape'
    // From a week before the range to a week after it.
    const start = range.startTime - 168 * hourMs + ((n * 7919) % 300) * 2.56 * hourMs
    await make.alert({ device, type, started_at: new Date(start), ended_at: new Date(start + hourMs) })
    raised.push({ device, type, site: device.site.id, start })
  }
  const as = await signIn({ site: campus })
  const inRange = raised.filter(({ start }) => start >= range.startTime && start < range.endTime)
  const get = async <E extends Endpoint>(endpoint: E, query: RequestOf<E>['query']) => {
    const { status, data, text } = await call(endpoint, { query } as RequestOf<E>, { as })
    if (status !== 200) throw new Error(text)
    return data
  }
  return { campus, schools, devices, groups, inRange, as, get }
}
