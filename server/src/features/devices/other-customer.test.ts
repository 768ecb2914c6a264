import { alerts } from '@eot/contract/alerts'
import { commands } from '@eot/contract/commands'
import { connections } from '@eot/contract/connections'
import { devices } from '@eot/contract/devices'
import { forecast } from '@eot/contract/forecast'
import { hints } from '@eot/contract/hints'
import { quarantine } from '@eot/contract/quarantine'
import { ratings } from '@eot/contract/ratings'
import { reports } from '@eot/contract/reports'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { describe, expect, test } from 'vitest'
import type { MadeDevice, MadeSite } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { type As, testApp } from '../../../test/test-app.ts'
import { rateDue } from '../ratings/rate-due.job.ts'
import { listNewReadings } from '../readings/index.ts'

const { call, clock, db, ingest, make, pool, signIn, signInAsRoot } = await testApp()
const root = await signInAsRoot()
const hour = 3_600_000
const start = Math.floor(clock().getTime() / hour) * hour

let customers = 0

/**
 * Creates a device of one customer that has reported for two days, the site to which it moves, and an administrator of each.
 */
async function twoCustomers() {
  customers += 1
  const from = await make.site({ name: `Alder ${customers}` })
  const to = await make.site({ name: `Birch ${customers}` })
  const [school, hall] = [await make.site({ parent: from }), await make.site({ parent: to })]
  const device = await make.device({ site: school, settings: '{"ReportInterval":600}' })
  const ago = (hours: number) => start - hours * hour
  const samples = Array.from({ length: 48 * 6 }, (_, n) => ({
    at: ago(48) + n * (hour / 6),
    readings: { temperature: 31.25, ECO2: 1831 + (n % 2) },
  }))
  await sendSamples(ingest, device.mac, samples)
  await rateDue(db, Date.now() + 60_000)
  return {
    from,
    to,
    school,
    hall,
    device,
    anna: await signIn({ site: from }),
    bert: await signIn({ site: to }),
  }
}

const wide = { startTime: start - 80 * hour, endTime: start + 2 * hour }
const ok = async <Data>(answer: Promise<{ status: number; data: Data; text: string }>) => {
  const { status, text, data } = await answer
  expect(status, text).toBeLessThan(300)
  return { text, data }
}

/** Returns what a user can read about a device, by name of the call. */
async function readAll(as: As, { id }: MadeDevice, { id: SiteId }: { id: string }) {
  const answers = {
    series: ok(
      call(
        sensors.series,
        { query: { DeviceId: id, type: 'temperature', interval: 'OneHour', ...wide } },
        { as },
      ),
    ),
    raw: ok(call(sensors.series, { query: { DeviceId: id, type: 'temperature', ...wide } }, { as })),
    days: ok(
      call(sensors.series, { query: { DeviceId: id, type: 'ECO2', interval: 'OneDay', ...wide } }, { as }),
    ),
    graphs: ok(
      call(sensors.graphs, { params: { id }, query: { type: ['temperature', 'ECO2'], ...wide } }, { as }),
    ),
    latest: ok(call(sensors.latest, { query: { SiteId, type: ['temperature'] } }, { as })),
    site: ok(call(sensors.ofSite, { query: { SiteId, type: ['temperature'], ...wide } }, { as })),
    each: ok(call(sensors.ofEachDevice, { query: { SiteId, type: ['temperature'], ...wide } }, { as })),
    status: ok(call(devices.status, { params: { id } }, { as })),
  }
  const read: Record<string, string> = {}
  for (const [name, answer] of Object.entries(answers)) read[name] = (await answer).text
  return read
}
/** Finds the values as whole numbers: ids may contain the same digits. */
const showsBefore = (text: string) => /(?<![\w-])(?:31\.25|1831)(?![\w-])/.test(text)
const whichShowBefore = async (...of: Parameters<typeof readAll>) =>
  Object.entries(await readAll(...of)).flatMap(([name, text]) => (showsBefore(text) ? [name] : []))

const ways: Record<string, (of: Awaited<ReturnType<typeof twoCustomers>>) => Promise<unknown>> = {
  'by itself': ({ device, hall }) =>
    ok(call(devices.update, { params: { id: device.id }, body: { SiteId: hall.id } }, { as: root })),
  'with its site': ({ school, hall }) =>
    ok(call(sites.move, { body: { SiteIds: [school.id], ParentSite: hall.id } }, { as: root })),
  'with a change of the parent of its site': ({ school, hall }) =>
    ok(call(sites.update, { params: { id: school.id }, body: { ParentSite: hall.id } }, { as: root })),
}

describe.each(Object.entries(ways))('a device that goes to another customer %s', async (_, move) => {
  const customers = await twoCustomers()
  const { from, to, school, device, anna, bert } = customers
  const before = await whichShowBefore(anna, device, from)
  await make.hint({ device })
  await make.deviceCommand({ device })
  await move(customers)

  test('hides everything that it measured before, in series, charts, latest values and figures of sites', async () => {
    expect(before).toHaveLength(8)
    expect(await whichShowBefore(bert, device, to)).toEqual([])
    expect((await ok(call(devices.status, { params: { id: device.id } }, { as: bert }))).data).toMatchObject({
      LatestAt: null,
      LastSeenAt: null,
      StatusSince: null,
    })
  })

  test('is neither rated nor forecast from it, and brings no hints, commands, addresses and connections', async () => {
    const params = { id: device.id }
    const now = (await ok(call(ratings.now, { query: { SiteId: to.id, Type: 'AirQuality' } }, { as: bert })))
      .data
    expect(now.Score).toBe(null)
    const query = { DeviceId: device.id, Sensor: 'temperature' as const }
    expect((await ok(call(forecast.sensor, { query }, { as: bert }))).data.DaysOfData).toBe(0)
    expect((await ok(call(hints.list, { query: { SiteId: to.id } }, { as: bert }))).data.Items).toEqual([])
    expect((await ok(call(commands.list, { params }, { as: bert }))).data).toEqual([])
    expect((await ok(call(connections.ofDevice, { params }, { as: bert }))).data.Periods).toEqual([])
    expect((await ok(call(devices.get, { params }, { as: bert }))).data.Interfaces ?? []).toEqual([])
  })

  test('shows what it measures from then on, and its first reading already counts for the new customer', async () => {
    const at = clock().getTime()
    const watched = await listNewReadings(pool, [[device.id, start - 48 * hour]])
    expect(watched.get(device.id)).toBe(undefined)
    await sendSamples(ingest, device.mac, [{ at, readings: { temperature: 20.5 } }])
    const query = { DeviceId: device.id, type: 'temperature' as const, ...wide }
    const { data } = await ok(call(sensors.series, { query }, { as: bert }))
    expect(data.Series[0]?.Points).toEqual([[at, 20.5, 20.5, 20.5, 1]])
    const status = await ok(call(devices.status, { params: { id: device.id } }, { as: bert }))
    expect(status.data).toMatchObject({ Latest: { temperature: 20.5 } })
  })

  test('has readings from before rejected if it sends them later, which only the operator sees', async () => {
    const late = { at: start - 30 * 60_000, readings: { temperature: 31.25 } }
    const { accepted, rejected } = await sendSamples(ingest, device.mac, [late])
    expect([accepted, rejected.map(({ Reason }) => Reason)]).toEqual([
      0,
      ['at is before the device came to this customer'],
    ])
    const refused = async (as: As) => (await ok(call(quarantine.list, { query: {} }, { as }))).text
    expect(await refused(bert)).not.toContain('31.25')
    expect(await refused(anna)).not.toContain('31.25')
    expect(await refused(root)).toContain(device.mac)
  })

  test('has its earlier readings again once it is back, and none of those in between', async () => {
    await ok(call(sites.update, { params: { id: school.id }, body: { ParentSite: from.id } }, { as: root }))
    await ok(call(devices.update, { params: { id: device.id }, body: { SiteId: school.id } }, { as: root }))
    await sendSamples(ingest, device.mac, [
      { at: clock().getTime(), readings: { temperature: 31.25, ECO2: 1831 } },
    ])
    const read = await readAll(anna, device, from)
    expect(Object.keys(read).filter((name) => showsBefore(read[name] ?? ''))).toEqual(before)
    expect(JSON.stringify(read)).not.toContain('20.5')
    const query = { DeviceId: device.id, type: 'temperature' as const, interval: 'OneDay' as const, ...wide }
    const { data } = await ok(call(sensors.series, { query }, { as: anna }))
    const counted = data.Series[0]?.Points.reduce((sum, [, , , , count]) => sum + count, 0)
    expect(counted).toBe(48 * 6 + 1)
  })
})

test('the number of devices that would go to another customer is shown before the move of a site', async () => {
  const { from, to, school } = await twoCustomers()
  const hall = await make.site({ parent: from })
  const counted = async (parent: MadeSite) => {
    const query = { Action: 'Move' as const, SiteIds: [school.id], ParentSite: parent.id }
    return (await ok(call(sites.consequences, { query }, { as: root }))).data.DevicesToOtherCustomer
  }
  expect([await counted(to), await counted(hall)]).toEqual([1, 0])
})

test('a device that moves within a customer keeps its readings', async () => {
  const { from, device, anna } = await twoCustomers()
  const other = await make.site({ parent: from })
  const body = { SiteId: other.id }
  await ok(call(devices.update, { params: { id: device.id }, body }, { as: anna }))
  expect(await whichShowBefore(anna, device, from)).toHaveLength(8)
})

test('earlier alerts stay with the former customer, under the former number', async () => {
  const { from, to, hall, device, anna, bert } = await twoCustomers()
  await sendSamples(ingest, device.mac, [{ readings: { vape: 80 } }])
  await ok(call(devices.update, { params: { id: device.id }, body: { SiteId: hall.id } }, { as: root }))
  const listed = async (as: As, { id: SiteId }: MadeSite) =>
    (await ok(call(alerts.list, { query: { SiteId, type: ['Vape'] } }, { as }))).data.Items?.map(
      ({ EndReason }) => EndReason,
    )
  expect(await listed(anna, from)).toEqual(['Moved'])
  expect(await listed(bert, to)).toEqual([])
  await sendSamples(ingest, device.mac, [{ readings: { vape: 80 } }])
  expect(await listed(bert, to)).toEqual([null])
  expect(await listed(anna, from)).toEqual(['Moved'])
})

test('a claimed device shows nothing that it measured in the inventory', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site: null })
  await sendSamples(ingest, device.mac, [{ readings: { temperature: 31.25 } }])
  await ok(call(devices.claim, { body: { MacAddress: device.mac, SiteId: site.id } }, { as }))
  expect(await whichShowBefore(as, device, site)).toEqual([])
  await sendSamples(ingest, device.mac, [{ readings: { temperature: 31.25 } }])
  expect(await whichShowBefore(as, device, site)).toContain('raw')
})

test('a site that goes to another customer leaves its reports, forecasts and rejected readings behind', async () => {
  const { from, to, school, device, anna, bert } = await twoCustomers()
  const made = await ok(
    call(
      reports.create,
      { params: { id: school.id }, body: { Type: 'Pdf-Weekly', Day: '2026-11-02', Name: 'Alder week' } },
      { as: anna },
    ),
  )
  await sendSamples(ingest, device.mac, [{ readings: { temperature: 9999.5 } }])
  await db.insertInto('forecast_night').values({ site_id: school.id, day: '2026-11-02' }).execute()
  const listed = async (as: As) =>
    (await ok(call(reports.list, { params: { id: school.id }, query: {} }, { as }))).data.Items?.map(
      ({ Name }) => Name,
    )
  const refused = async (as: As) => (await ok(call(quarantine.list, { query: {} }, { as }))).text
  expect(await listed(anna)).toEqual(['Alder week'])
  expect(await refused(anna)).toContain('9999.5')
  await ok(call(sites.move, { body: { SiteIds: [school.id], ParentSite: to.id } }, { as: root }))
  expect(await listed(bert)).toEqual([])
  expect((await call(reports.get, { params: { id: made.data.Id } }, { as: bert })).status).toBe(404)
  expect(await refused(bert)).not.toContain('9999.5')
  expect(
    await db.selectFrom('forecast_night').where('site_id', '=', school.id).selectAll().execute(),
  ).toEqual([])
  await ok(call(sites.move, { body: { SiteIds: [school.id], ParentSite: from.id } }, { as: root }))
  expect(await listed(anna)).toEqual(['Alder week'])
})
