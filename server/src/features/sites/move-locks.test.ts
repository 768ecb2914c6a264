import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { reportReading } from '../../../test/report-reading.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, signIn } = app

/** Counts the sessions that wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await app.pool.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

test('while a site is moved, readings of its devices are acknowledged, and their alerts end with the move', async () => {
  const top = await make.site({ name: 'District' })
  const [west, east] = [await make.site({ parent: top }), await make.site({ parent: top })]
  const school = await make.site({ parent: west, name: 'School' })
  const device = await make.device({ site: school })
  expect((await reportReading(app, device)).statusCode).toBe(202)
  await make.alert({ device, type: 'Vape', ended_at: null })
  const as = await signIn({ site: top })

  const { untilHeld, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  const moved = call(sites.move, { body: { SiteIds: [school.id], ParentSite: east.id } }, { as })
  await untilHeld()
  const answer = await reportReading(app, device)
  await letGo()

  expect(answer.statusCode).toBe(202)
  expect((await moved).data).toMatchObject({ Sites: 1, EndedAlerts: 1 })
})

test('while a site moves to another customer, a device that reports for the first time waits, and is known only to the new one', async () => {
  const [from, to] = [await make.site({ name: 'One customer' }), await make.site({ name: 'Another' })]
  const school = await make.site({ parent: from, name: 'Moving school' })
  const device = await make.device({ site: school })
  const as = await app.signInAsRoot()

  const { untilHeld, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  const body = { SiteIds: [school.id], ParentSite: to.id }
  const moved = call(sites.move, { body }, { as })
  await untilHeld()
  const answer = reportReading(app, device)
  await expect.poll(countBlocked, { timeout: 60_000 }).toBe(1)
  await letGo()

  expect((await moved).status).toBe(200)
  expect((await answer).statusCode).toBe(202)
  const { rows: states } = await app.pool.query(
    `select number.no, number.no = device.no as "isPresent"
     from device_state state join device_number number on number.no = state.device_no
     join device on device.id = number.device_id where device.id = $1`,
    [device.id],
  )
  expect(states).toEqual([{ no: expect.any(Number), isPresent: true }])
  const readings = await app.pool.query('select at from reading where device_no = $1', [states[0].no])
  expect(readings.rowCount).toBe(1)
})

test('while a site with its devices and users is deleted, readings of its devices are acknowledged', async () => {
  const top = await make.site({ name: 'Other District' })
  const school = await make.site({ parent: top, name: 'School' })
  const device = await make.device({ site: school })
  expect((await reportReading(app, device)).statusCode).toBe(202)
  const as = await signIn({ site: top })

  const { untilHeld, letGo } = await holdStatements(app.pool, 'update on message')
  const deleted = call(sites.remove, { params: { id: school.id }, query: { Name: 'School' } }, { as })
  await untilHeld()
  const answer = await reportReading(app, device)
  await letGo()

  expect(answer.statusCode).toBe(202)
  expect((await deleted).status).toBe(204)
})
