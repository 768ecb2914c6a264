import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { campus } = importCampus(app)

/** Makes imports wait before they delete their files, when every record has been changed. */
async function holdImports(): Promise<{ countHeld(): Promise<number | undefined>; letGo(): Promise<void> }> {
  await app.pool.query(`
    create table go_on ();
    create function wait_to_go_on() returns trigger language plpgsql as $$
    begin
      while not exists (select from go_on) loop perform pg_sleep(0.02); end loop;
      return null;
    end $$;
    create trigger hold before delete on csv_import_chunk for each statement execute function wait_to_go_on()`)
  return {
    async countHeld() {
      const { rows } = await app.pool.query<{ held: number }>(
        `select count(*)::int as held from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
      return rows[0]?.held
    },
    letGo: async () => void (await app.pool.query('insert into go_on default values')),
  }
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

  const { countHeld, letGo } = await holdImports()
  await app.call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = app.runJobs()
  await expect.poll(countHeld, { timeout: 20_000 }).toBe(1)
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
