import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importCampus } from '../../../test/import-campus.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { campus } = importCampus(app)

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
