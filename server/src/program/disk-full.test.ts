import { sites } from '@eot/contract/sites'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const { call, clock, make, pool, server, signIn } = await testApp()

/**
 * Simulates a full disk: writes to these tables fail. Storing readings always updates `device_state`; a trigger on `reading`
 * would not work on a cluster.
 */
async function fillDisk(): Promise<{ free(): Promise<unknown> }> {
  await pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  for (const table of ['device_state', 'site', 'audit_entry'])
    await pool.query(
      `create trigger fail before insert or update on ${table} for each row execute function fail()`,
    )
  return { free: () => pool.query('drop function fail cascade') }
}

test('while the database disk is full nothing is acknowledged, and afterwards everything is, without a restart', async () => {
  const site = await make.site()
  const device = await make.device({ site })
  const as = await signIn({ site })
  const headers = {
    authorization: `Basic ${Buffer.from(`${device.mac}:${device.key}`).toString('base64')}`,
  }
  const at = clock().getTime()
  const report = async () => {
    const payload = { at, readings: { CO: 4 } }
    const answer = await server.inject({ method: 'POST', url: '/api/ingest/readings', headers, payload })
    return { status: answer.statusCode, headers: answer.headers }
  }
  const create = () => call(sites.create, { body: { Name: 'New', TimeZone: 'UTC' } }, { as })
  const stored = async () => (await pool.query('select at from reading')).rows.map((row) => row.at.getTime())

  const disk = await fillDisk()
  for (const answer of await Promise.all([report(), create(), report(), create()])) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(await stored()).toEqual([])
  expect((await server.inject({ url: '/api/about' })).statusCode).toBe(200)
  expect((await call(sites.list, {}, { as })).status).toBe(200)

  await disk.free()
  await vi.waitFor(async () => expect((await report()).status).toBeLessThan(300), 60_000)
  expect((await create()).status).toBeLessThan(300)
  expect(await stored()).toEqual([at])
})
