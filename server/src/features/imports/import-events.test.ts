import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importCampus } from '../../../test/import-campus.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { campus, mac } = importCampus(app)

test('while an import links its audit entries, a reading raises an alert, and the changed list is announced afterward', async () => {
  const { as, top, gym, check, get } = await campus()
  const hall = await app.make.device({ site: gym, name: 'Hall' })
  expect((await reportReading(app, hall)).statusCode).toBe(202)
  const { Id } = await check(`Name,Mac\nAttic,${mac()}\n`)

  const { untilHeld, letGo } = await holdStatements(app.pool, 'insert on audit_link')
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await untilHeld()
  const answer = await reportReading(app, hall, { vape: 80 })
  await letGo()
  await working

  expect(answer.statusCode).toBe(202)
  expect((await get(Id)).State).toBe('Done')
  const { rows } = await app.pool.query(
    `select kind from event where site_path in ($1, $2) and kind in ('AlertStarted', 'DeviceListChanged') order by seq`,
    [gym.path, top.path],
  )
  expect(rows).toEqual([{ kind: 'AlertStarted' }, { kind: 'DeviceListChanged' }])
})
