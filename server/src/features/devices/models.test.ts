import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { types } from '@eot/contract/types'
import { alertTypes } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, signIn, signInAsRoot } = await testApp()
const system = await signInAsRoot()
const create = (Name: string, Kinds: string[]) =>
  call(models.create, { body: { Name, Kinds } as { Name: string; Kinds: 'CO'[] } }, { as: system })
const update = (id: string, body: object, as = system) =>
  call(models.update, { params: { id }, body }, { as })

test('all models are listed by name with their sensor kinds, for every role that sees devices', async () => {
  const { data } = await call(models.all, {}, { as: await signIn({ role: 'Viewer' }) })
  expect(data.map(({ Name }) => Name)).toEqual(['EoT Air', 'EoT Climate', 'EoT Sense 17'])
  expect(data[1]).toMatchObject({
    Kinds: ['temperature', 'humidity', 'light', 'motion', 'ECO2'],
    IsActive: true,
    Version: 1,
  })
})

test('all alert types are listed with the properties that the portal shows', async () => {
  const { data } = await call(types.allAlertTypes, {}, { as: await signIn({ role: 'Viewer' }) })
  expect(data).toEqual(alertTypes)
})

test('a device lists the alert types and sensor kinds of its model', async () => {
  const as = await signIn()
  const { id } = await make.device({ site: as.user.site, model: 'EoT Climate' })
  const raised = await call(devices.alertTypes, { params: { id } }, { as })
  expect(raised.data.map(({ Key }) => Key)).toEqual([
    ...['Temperature', 'TemperatureLow', 'Humidity', 'HumidityLow', 'Light', 'Motion', 'ECO2', 'Offline'],
  ])
  const { data } = await call(devices.streamingTypes, { params: { id } }, { as })
  expect(data.map(({ Category, Types }) => [Category, Types.map(({ Key }) => Key)])).toEqual([
    ['AirQuality', ['ECO2']],
    ['Comfort', ['temperature', 'humidity', 'light']],
    ['Behavior', ['motion']],
  ])
})

describe('a model', () => {
  test('is added with its kinds in the order of the catalog, each once', async () => {
    const { status, data } = await create('EoT Gas', ['NO2', 'CO', 'CO'])
    expect(status).toBe(201)
    expect(data).toMatchObject({ Name: 'EoT Gas', Kinds: ['CO', 'NO2'], IsActive: true })
    expect(problemOf(await create('eot gas', ['CO'])).ErrorCode).toBe('model_name_taken')
    expect(problemOf(await create('EoT Nose', ['smell'])).Errors?.[0]?.Path).toBe('Kinds.0')
    expect(problemOf(await create('EoT Nothing', [])).Errors?.[0]?.Path).toBe('Kinds')
  })

  test('is changed only by system administrators, and only from its current version', async () => {
    const { data } = await create('EoT Old', ['CO'])
    const changed = await update(data.Id, { Name: 'EoT New', Version: 1 })
    expect(changed.data).toMatchObject({ Name: 'EoT New', Kinds: ['CO'], Version: 2 })
    expect(problemOf(await update(data.Id, { Name: 'EoT Newer', Version: 1 })).ErrorCode).toBe(
      'edit_conflict',
    )
    const admin = await signIn()
    expect(problemOf(await update(data.Id, { Name: 'Mine' }, admin)).ErrorCode).toBe('not_permitted')
    const entry = await db
      .selectFrom('audit_entry')
      .where('action', '=', 'model.changed')
      .select('details')
      .executeTakeFirstOrThrow()
    expect(entry.details).toEqual({ changes: { Name: ['EoT Old', 'EoT New'] } })
  })

  test('that is retired stays with its devices and is refused for others', async () => {
    const { data } = await create('EoT Retired', ['CO'])
    const as = await signIn()
    const device = await make.device({ site: as.user.site, model: 'EoT Retired' })
    await update(data.Id, { IsActive: false })
    const shown = await call(devices.get, { params: { id: device.id } }, { as })
    expect(shown.data.Model.Name).toBe('EoT Retired')
    const body = { Name: 'New', Mac: '02:00:00:00:77:01', Model: data.Id }
    expect(problemOf(await call(devices.create, { body }, { as })).Errors?.[0]?.Path).toBe('Model')
    const other = await make.device({ site: as.user.site })
    const change = { params: { id: other.id }, body: { Model: 'EoT Retired' } }
    expect(problemOf(await call(devices.update, change, { as })).Errors?.[0]?.Path).toBe('Model')
    expect((await call(devices.update, { ...change, params: { id: device.id } }, { as })).status).toBe(200)
  })

  test('that loses a sensor ends the alerts of that sensor on all of its devices', async () => {
    const { data } = await create('EoT Duo', ['vape', 'sound'])
    const device = await make.device({ model: 'EoT Duo' })
    await sendSamples(ingest, device.mac, [{ readings: { vape: 80, sound: 120 } }])
    await update(data.Id, { Kinds: ['sound'] })
    const open = async () =>
      (await db.selectFrom('alert').where('device_id', '=', device.id).selectAll().execute())
        .filter(({ ended_at }) => ended_at === null)
        .map(({ type_key }) => type_key)
    expect(await open()).toEqual(['Sound'])
    await sendSamples(ingest, device.mac, [{ readings: { vape: 90, sound: 121 } }])
    expect(await open()).toEqual(['Sound'])
  })
})

test('a device without a named model has the one with all kinds, whatever its name, and that one cannot be retired', async () => {
  const all = (await call(models.all, {}, { as: system })).data.find(({ Kinds }) => Kinds.length === 17)
  const id = all?.Id ?? ''
  expect(problemOf(await update(id, { IsActive: false })).Errors).toMatchObject([{ Path: 'IsActive' }])
  expect((await update(id, { Name: 'EoT Sense XVII' })).status).toBe(200)
  const site = await make.site()
  const body = { Name: 'Lab', Mac: 'A6:17:00:00:00:01', SiteId: site.id }
  const made = await call(devices.create, { body }, { as: await signIn({ site }) })
  expect(made).toMatchObject({ status: 201, data: { Model: { Name: 'EoT Sense XVII' } } })
  await update(id, { Name: 'EoT Sense 17' })
})
