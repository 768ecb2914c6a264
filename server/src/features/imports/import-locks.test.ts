import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { rules } from '@eot/contract/rules'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importCampus } from '../../../test/import-campus.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { campus, mac } = importCampus(app)

test('while an import moves devices, their readings are acknowledged, and their alerts end with it', async () => {
  const { as, school, check, get } = await campus()
  const hall = await app.make.device({ site: school, name: 'Hall' })
  const attic = await app.make.device({ site: school, name: 'Attic' })
  const report = (device: typeof hall) => reportReading(app, device)
  // The other one reports for the first time during the import.
  expect((await report(hall)).statusCode).toBe(202)
  const alert = await app.make.alert({ device: hall, type: 'Vape', ended_at: null })
  const { Id } = await check(`Name,Mac,Site\nHall,${hall.mac},Gym\nAttic,${attic.mac},Gym\n`)

  // Every device has been changed when the import deletes its file.
  const { untilHeld, letGo } = await holdStatements(app.pool, 'delete on csv_import_chunk')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await untilHeld()
  const answers = await Promise.all([report(hall), report(attic)])
  await letGo()
  await working

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect((await get(Id)).State).toBe('Done')
  const ended = await app.db
    .selectFrom('alert')
    .where('id', '=', alert.id)
    .select('end_reason')
    .executeTakeFirst()
  expect(ended?.end_reason).toBe('Moved')
})

test('while a file moves sites, readings of their devices are acknowledged, and their alerts end with it', async () => {
  const { as, top, gym, check, get } = await campus()
  const device = await app.make.device({ site: gym })
  expect((await reportReading(app, device)).statusCode).toBe(202)
  const alert = await app.make.alert({ device, type: 'Vape', ended_at: null })
  const { Id } = await check(`Id,Name,ParentSite\n${gym.id},Gym,${top.name}\n`, { kind: 'Sites' })

  const { untilHeld, letGo } = await holdStatements(app.pool, 'delete on csv_import_chunk')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await untilHeld()
  const answer = await reportReading(app, device)
  await letGo()
  await working

  expect(answer.statusCode).toBe(202)
  expect((await get(Id)).State).toBe('Done')
  const ended = await app.db
    .selectFrom('alert')
    .where('id', '=', alert.id)
    .select('end_reason')
    .executeTakeFirst()
  expect(ended?.end_reason).toBe('Moved')
})

test('while an import creates devices at a site, the alert rules of the site are saved', async () => {
  const { as, school, check, get } = await campus()
  const { Id } = await check(`Name,Mac,Site\nHall,${mac()},High School\n`)

  const { untilHeld, letGo } = await holdStatements(app.pool, 'delete on csv_import_chunk')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await untilHeld()
  const body = { Rules: { Vape: { RaiseLevel: 40 } } }
  const saved = await app.call(rules.changeSite, { params: { id: school.id }, body }, { as })
  await letGo()
  await working

  expect(saved.status).toBe(200)
  expect((await get(Id)).State).toBe('Done')
})

test('a device that moves to another customer while a file is applied stays there as it is', async () => {
  const { as, school, check, get } = await campus()
  const hall = await app.make.device({ site: school, name: 'Hall' })
  const elsewhere = await app.make.site()
  const root = await app.signInAsRoot()
  const { Id } = await check(`Name,Mac\nMain Hall,${hall.mac}\n`)

  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const moved = app.call(
    devices.update,
    { params: { id: hall.id }, body: { SiteId: elsewhere.id } },
    { as: root },
  )
  await untilHeld()
  const working = app.runJobs()
  await untilBlocked()
  await letGo()
  await working

  expect((await moved).status).toBe(200)
  expect(await get(Id)).toMatchObject({
    State: 'Checked',
    Problem: 'Line 2: A device with this hardware address already exists',
  })
  const { data } = await app.call(devices.get, { params: { id: hall.id } }, { as: root })
  expect(data).toMatchObject({ Name: 'Hall', Site: { Id: elsewhere.id } })
})

test('a device that another customer claims while a file with its claim code is applied stays with that customer', async () => {
  const { as, check, get } = await campus()
  const root = await app.signInAsRoot()
  const other = await app.signIn()
  const body = { Name: 'Sensor 7', Mac: mac(), SiteId: null, ClaimCode: 'open sesame' }
  const made = await app.call(devices.create, { body }, { as: root })
  const { Id } = await check(`Name,Mac,Claim code,Site\nSensor 7,${body.Mac},open sesame,Gym\n`)

  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const claim = { MacAddress: body.Mac, ClaimCode: body.ClaimCode }
  const claimed = app.call(devices.claim, { body: claim }, { as: other })
  await untilHeld()
  const working = app.runJobs()
  await untilBlocked()
  await letGo()
  await working

  expect((await claimed).status).toBe(200)
  expect(await get(Id)).toMatchObject({
    State: 'Checked',
    Problem: 'Line 2: This device cannot be claimed',
  })
  const { data } = await app.call(devices.get, { params: { id: made.data.Id } }, { as: root })
  expect(data.Site?.Id).toBe(other.user.site.id)
})
