import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importCampus } from '../../../test/import-campus.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'
import { endAlertsLater } from '../devices/index.ts'

const app = await testApp()
const { campus } = importCampus(app)

const alertsOf = async (device: MadeDevice) =>
  app.db
    .selectFrom('alert')
    .where('device_id', '=', device.id)
    .select(['type_key as type', 'site_name as site', 'end_reason as endReason'])
    .orderBy('raised_at')
    .execute()

test('while the alerts of devices that an import has moved end, other devices of the file are acknowledged', async () => {
  const { as, school, gym, check, get } = await campus()
  const hall = await app.make.device({ site: school, name: 'Hall' })
  // Alerts end in groups of 500 devices.
  await app.pool.query(
    `insert into device (id, mac, name, model_id, site_id)
     select gen_random_uuid(), upper(regexp_replace('c0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')), 'Room ' || n,
       (select model_id from device where id = $1), $2
     from generate_series(1, 500) n`,
    [hall.id, school.id],
  )
  const attic = await app.make.device({ site: school, name: 'Attic' })
  expect((await reportReading(app, attic)).statusCode).toBe(202)
  for (const device of [hall, attic]) await app.make.alert({ device, type: 'Vape', ended_at: null })
  const { rows } = await app.pool.query<{ mac: string }>('select mac from device where site_id = $1', [
    school.id,
  ])
  const { Id } = await check(`Mac,Site\n${rows.map(({ mac }) => `${mac},Gym`).join('\n')}\n`)

  const { untilHeld, letGo } = await holdStatements(app.pool, 'update on alert')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await untilHeld()
  const answer = await reportReading(app, attic)
  await letGo()
  await working

  expect(answer.statusCode).toBe(202)
  expect((await get(Id)).State).toBe('Done')
  const { data } = await app.call(devices.get, { params: { id: attic.id } }, { as })
  expect(data.Site?.Id).toBe(gym.id)
  for (const device of [hall, attic])
    expect(await alertsOf(device)).toEqual([{ type: 'Vape', site: 'High School', endReason: 'Moved' }])
})

test('an alert that a moved device raises at its new site before its former alerts have ended stays open', async () => {
  const { as, school, gym } = await campus()
  const hall = await app.make.device({ site: gym, name: 'Hall' })
  expect((await reportReading(app, hall, { tamper: 1 })).statusCode).toBe(202)
  // The state in which an import leaves the device, until the job that ends its alerts has run.
  await app.db.updateTable('device').set({ site_id: school.id }).where('id', '=', hall.id).execute()
  app.ingest.intake.directory.forget()
  expect((await reportReading(app, hall, { vape: 80 })).statusCode).toBe(202)
  await endAlertsLater(app.db, [{ reason: 'Moved', deviceNos: [hall.no], typeKeys: null }], {
    at: app.clock(),
    userId: as.user.id,
  })
  await app.runJobs()
  expect(await alertsOf(hall)).toEqual([
    { type: 'Tamper', site: 'Gym', endReason: 'Moved' },
    { type: 'Vape', site: 'High School', endReason: null },
  ])

  // Its device can still end it.
  for (const seconds of [1, 20, 20]) {
    app.advance(seconds * 1000)
    expect((await reportReading(app, hall, { vape: 3 })).statusCode).toBe(202)
  }
  expect((await alertsOf(hall))[1]).toEqual({ type: 'Vape', site: 'High School', endReason: 'Cleared' })
})

test('an alert of a device that came back from another customer without its state is ended, and can be raised again', async () => {
  const { as, gym } = await campus()
  const hall = await app.make.device({ site: gym, name: 'Hall' })
  expect((await reportReading(app, hall, { tamper: 1 })).statusCode).toBe(202)
  await app.db.updateTable('device_state').set({ engine: '{}' }).where('device_no', '=', hall.no).execute()
  await app.db
    .updateTable('device_state')
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('device_no', '=', hall.no)
    .execute()
  app.ingest.intake.directory.forget()
  await endAlertsLater(app.db, [{ reason: 'Moved', deviceNos: [hall.no], typeKeys: null }], {
    at: app.clock(),
    userId: as.user.id,
  })
  await app.runJobs()
  app.advance(1000)
  expect((await reportReading(app, hall, { tamper: 1 })).statusCode).toBe(202)
  expect(await alertsOf(hall)).toEqual([
    { type: 'Tamper', site: 'Gym', endReason: 'Moved' },
    { type: 'Tamper', site: 'Gym', endReason: null },
  ])
})

test('a job that runs late ends no alerts of a device that has been switched on again', async () => {
  const { as, school } = await campus()
  const [hall, attic, cellar] = await Promise.all(
    ['Hall', 'Attic', 'Cellar'].map((name) => app.make.device({ site: school, name })),
  )
  if (!hall || !attic || !cellar) throw new Error('three devices were made')
  for (const device of [hall, attic, cellar]) await app.make.alert({ device, type: 'Vape', ended_at: null })
  await app.db.updateTable('device').set({ is_active: false }).where('id', '=', attic.id).execute()
  await app.db
    .updateTable('device')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', cellar.id)
    .execute()
  const deviceNos = [hall.no, attic.no, cellar.no]
  await endAlertsLater(app.db, [{ reason: 'DeviceDeactivated', deviceNos, typeKeys: null }], {
    at: app.clock(),
    userId: as.user.id,
  })
  await app.runJobs()
  expect(await alertsOf(hall)).toMatchObject([{ endReason: null }])
  expect(await alertsOf(attic)).toMatchObject([{ endReason: 'DeviceDeactivated' }])
  expect(await alertsOf(cellar)).toMatchObject([{ endReason: 'DeviceDeactivated' }])
})
