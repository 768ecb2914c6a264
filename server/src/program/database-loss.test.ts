import { alerts } from '@eot/contract/alerts'
import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const { call, make, signIn, url } = await testApp()
const admin = new pg.Client({ connectionString: url })
await admin.connect()
afterAll(() => admin.end())

const killAll = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )

test('when connections are lost at any moment, every failed response asks the client to retry', async () => {
  const as = await signIn()
  const { id } = await make.alert({ device: await make.device({ site: as.user.site }) })
  const seen = new Set<number>()
  const ask = async (Confirmed: boolean) => {
    const answers = await Promise.all([
      call(devices.list, {}, { as }),
      call(alerts.list, { query: { search: 'a' } }, { as }),
      call(alerts.update, { params: { id }, body: { Confirmed } }, { as }),
      call(auth.refresh, { body: { RefreshToken: 'unknown' } }),
    ])
    for (const { status, headers } of answers) {
      seen.add(status)
      if (status === 503) expect(headers['retry-after']).toBe('2')
    }
  }
  for (let round = 0; round < 60; round++) await Promise.all([ask(round % 2 === 0), killAll()])
  expect([...seen].filter((status) => ![200, 401, 503].includes(status))).toEqual([])
  expect(seen, 'no request lost its connection, so nothing was tested').toContain(503)
  // The pool may still hold a connection whose loss it has not yet noticed.
  await expect.poll(async () => (await call(devices.list, {}, { as })).status).toBe(200)
})
