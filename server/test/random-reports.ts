import fc from 'fast-check'
import type { MadeDevice, MadeSite } from './factories.ts'
import { sendSamples } from './send-samples.ts'
import type { TestApp } from './test-app.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The days covered by a random report, until today; as many days before are compared. */
export const reportDays = 14
/** The days in which alerts are raised: for unusual hours, eight weeks before count too. */
const alertDays = 75
const zones = ['America/Chicago', 'Europe/Berlin', 'Asia/Kathmandu']

/** Alerts, half of them in a few hours of the week, so that some hours are unusual. */
const alert = fc.record({
  room: fc.nat(5),
  type: fc.constantFrom('Vape', 'Sound', 'CO', 'Offline', 'TemperatureLow'),
  age: fc.oneof(
    fc.integer({ min: 1, max: alertDays * 24 * 3600 }),
    fc.integer({ min: 0, max: 2 }).map((week) => (3 + 7 * week) * 24 * 3600),
  ),
  shift: fc.integer({ min: 0, max: 3_599_999 }),
  seconds: fc.option(fc.integer({ min: 1, max: 200_000 }), { freq: 6 }),
  confirmedAfter: fc.option(fc.integer({ min: 1, max: 50_000 })),
  disposition: fc.option(fc.constantFrom('Real', 'False', 'Unknown')),
})
const sample = fc.record({
  room: fc.nat(5),
  step: fc.integer({ min: 1, max: 24 * 12 * 28 }),
  readings: fc.record(
    { temperature: fc.integer({ min: -20, max: 40 }), CO: fc.integer({ min: 0, max: 30 }) },
    { requiredKeys: ['temperature'] },
  ),
})

/** A campus with its rooms and their readings. */
export const randomFleet = fc.record({
  zone: fc.constantFrom(...zones),
  schools: fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
  alerts: fc.array(alert, { maxLength: 120 }),
  samples: fc.array(sample, { maxLength: 150 }),
  rejected: fc.nat(3),
})
export type RandomFleet = typeof randomFleet extends fc.Arbitrary<infer Fleet> ? Fleet : never

/** Stores the fleet. Names contain text that could be mistaken for markup or a formula. */
export async function storeFleet(app: TestApp, fleet: RandomFleet) {
  const { db, ingest, make, clock } = app
  const now = clock().getTime()
  const campus = await make.site({ parent: await make.site(), name: 'Campus <b>', time_zone: fleet.zone })
  const schools: MadeSite[] = []
  for (const [n, time_zone] of fleet.schools.entries())
    schools.push(await make.site({ parent: campus, name: `=School(${n})`, time_zone }))
  const rooms: MadeDevice[] = []
  for (let n = 0; n < 6; n++)
    rooms.push(await make.device({ site: schools[n % schools.length] ?? campus, name: `@Room <${n}>` }))
  const old = new Date(now - 200 * dayMs)
  await db
    .updateTable('site')
    .set({ created_at: old })
    .where('id', 'in', [campus.id, ...schools.map(({ id }) => id)])
    .execute()
  await db
    .updateTable('device')
    .set({ created_at: old })
    .where(
      'id',
      'in',
      rooms.map(({ id }) => id),
    )
    .execute()

  const open = new Set<string>()
  for (const { room, type, age, shift, seconds, confirmedAfter, disposition } of fleet.alerts) {
    const device = rooms[room]
    if (!device) continue
    const start = now - age * 1000 - shift
    const end = seconds === null ? null : Math.min(now, start + seconds * 1000)
    // A device has one open alert of a type.
    if (end === null && open.has(`${room} ${type}`)) continue
    if (end === null) open.add(`${room} ${type}`)
    const confirmedAt = confirmedAfter === null ? null : new Date(start + confirmedAfter * 1000)
    await make.alert({
      device,
      type,
      started_at: new Date(start),
      ended_at: end === null ? null : new Date(end),
      confirmed: confirmedAt !== null,
      confirmed_at: confirmedAt,
      disposition,
    })
  }
  for (const [n, device] of rooms.entries()) {
    const samples = fleet.samples
      .filter(({ room }) => room === n)
      .map(({ step, readings }) => ({ at: now - step * 5 * minuteMs, readings }))
    if (samples.length > 0) await sendSamples(ingest, device.mac, samples)
    for (let times = 0; n < fleet.rejected && times <= n; times++)
      await sendSamples(ingest, device.mac, [{ readings: { temperature: 5000 + n } }])
  }
  return { campus, schools, rooms, as: await app.signIn({ site: campus }) }
}
