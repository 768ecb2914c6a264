import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { campus } = importCampus(app)

const countWaiting = async () => {
  const { rows } = await app.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting
}

test('while an import moves devices, their readings are acknowledged, and their alerts end with it', async () => {
  const { as, school, check, get } = await campus()
  const hall = await app.make.device({ site: school, name: 'Hall' })
  const attic = await app.make.device({ site: school, name: 'Attic' })
  const report = (device: typeof hall) =>
    app.server.inject({
      method: 'POST',
      url: '/api/ingest/readings',
      headers: {
        authorization: `Basic ${Buffer.from(`${device.mac}:${device.key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ readings: { temperature: 21 } }),
    })
  // The other one reports for the first time during the import.
  expect((await report(hall)).statusCode).toBe(202)
  const alert = await app.make.alert({ device: hall, type: 'Vape', ended_at: null })
  const { Id } = await check(`Name,Mac,Site\nHall,${hall.mac},Gym\nAttic,${attic.mac},Gym\n`)

  // Every device has been changed when the import deletes its file.
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select from csv_import_chunk where import_id = $1 for update', [Id])
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1)
  const answers = await Promise.all([report(hall), report(attic)])
  await client.query('rollback')
  client.release()
  await working

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  await expect
    .poll(
      async () => {
        // On a slow machine, the wait for the file has failed, and the import tries again.
        app.advance(60_000)
        await app.runJobs()
        return (await get(Id)).State
      },
      { timeout: 20_000 },
    )
    .toBe('Done')
  const ended = await app.db
    .selectFrom('alert')
    .where('id', '=', alert.id)
    .select('end_reason')
    .executeTakeFirst()
  expect(ended?.end_reason).toBe('Moved')
})
