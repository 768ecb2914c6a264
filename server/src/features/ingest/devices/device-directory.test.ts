import type pg from 'pg'
import { expect, test } from 'vitest'
import { testIngest } from '../../../../test/test-ingest.ts'
import { createDeviceDirectory } from './device-directory.ts'

/** Creates a directory whose first database result arrives when the test releases it. */
async function slowDirectory() {
  const app = await testIngest(Date.UTC(2026, 10, 20, 9))
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const query = async (text: string, values: unknown[]) => {
    const wait = isFirst
    isFirst = false
    const result = await app.pool.query(text, values)
    asked.resolve()
    if (wait) await answered.promise
    return result
  }
  const pool: pg.Pool = Object.create(app.pool, { query: { value: query } })
  return { ...app, directory: createDeviceDirectory(pool), asked: asked.promise, answer: answered.resolve }
}

test('a device registered while an unsuccessful lookup was running is found from then on', async () => {
  const { directory, make, asked, answer } = await slowDirectory()
  const mac = 'A4:CF:12:7B:03:9E'
  const inVain = directory.findByMac(mac)
  await asked
  await make.device({ mac })
  directory.forget()
  answer()
  expect(await inVain).toBeUndefined()
  expect(await directory.findByMac(mac)).toMatchObject({ mac })
})

test('a device changed while it was being read is read again', async () => {
  const { db, directory, make, asked, answer } = await slowDirectory()
  const { id, mac } = await make.device({ name: 'Old' })
  const before = directory.findByMac(mac)
  await asked
  await db.updateTable('device').set({ name: 'New' }).where('id', '=', id).execute()
  directory.forget()
  answer()
  await before
  expect(await directory.findByMac(mac)).toMatchObject({ name: 'New' })
})

test('an outdated result that arrives after a newer one changes nothing', async () => {
  const { db, directory, make, asked, answer } = await slowDirectory()
  const { id, mac } = await make.device({ name: 'Old' })
  const before = directory.findByMac(mac)
  await asked
  await db.updateTable('device').set({ name: 'New' }).where('id', '=', id).execute()
  directory.forget()
  expect(await directory.findByMac(mac)).toMatchObject({ name: 'New' })
  answer()
  expect(await before).toMatchObject({ name: 'New' })
  expect(await directory.findById(id)).toMatchObject({ name: 'New' })
})

test('devices are found while the catalog changes, whether or not they are cached', async () => {
  const { directory, make, answer } = await slowDirectory()
  answer()
  const [known, other] = [await make.device(), await make.device()]
  await directory.findByMac(known.mac)
  const found = directory.findByMacs([known.mac, other.mac, 'A4:CF:12:7B:03:9E'])
  directory.forget() // while the other one is being read
  expect([...(await found).keys()].toSorted()).toEqual([known.mac, other.mac].toSorted())
})

test('devices looked up one by one at the same time share queries', async () => {
  const app = await testIngest(Date.UTC(2026, 10, 20, 9))
  let queries = 0
  const query = (text: string, values: unknown[]) => {
    queries += 1
    return app.pool.query(text, values)
  }
  const directory = createDeviceDirectory(Object.create(app.pool, { query: { value: query } }))
  const made = await Promise.all(Array.from({ length: 20 }, () => app.make.device()))
  const macs = ['A4:CF:12:7B:03:9E', ...made.map(({ mac }) => mac)]
  const found = await Promise.all(macs.map((mac) => directory.findByMac(mac)))
  expect(found.map((device) => device?.mac)).toEqual([undefined, ...macs.slice(1)])
  expect(queries).toBe(1)
})

test('any number of devices are found with one query, and none once they are cached', async () => {
  const app = await testIngest(Date.UTC(2026, 10, 20, 9))
  let queries = 0
  const query = (text: string, values: unknown[]) => {
    queries++
    return app.pool.query(text, values)
  }
  const directory = createDeviceDirectory(Object.create(app.pool, { query: { value: query } }))
  const made = [await app.make.device(), await app.make.device(), await app.make.device()]
  const rows = await app.db.selectFrom('device').select(['no', 'mac']).execute()
  const numbers = rows.filter(({ mac }) => made.some((device) => device.mac === mac)).map(({ no }) => no)
  const unknown = 1_000_000
  for (const expected of [1, 1]) {
    expect([...(await directory.findByNos(numbers)).keys()].toSorted()).toEqual(numbers.toSorted())
    expect(queries).toBe(expected)
  }
  expect([...(await directory.findByNos([unknown])).keys()]).toEqual([])
})
