import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { advance, call, signIn } = app
const { campus, countAudited, devicesOf, mac } = importCampus(app)

/** Imports devices, and returns functions that issue their keys and look at them. */
async function imported(names: readonly string[]) {
  const site = await campus()
  const addresses = new Map(names.map((name) => [name, mac()]))
  const rows = [...addresses].map(([name, address]) => `${name},${address}\n`)
  const { Id } = await site.check(`Name,Mac\n${rows.join('')}`)
  await site.apply(Id)

  async function report(name: string, key: string | undefined) {
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: '/api/ingest/readings',
      headers: {
        authorization: `Basic ${Buffer.from(`${addresses.get(name)}:${key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ readings: { temperature: 21 } }),
    })
    return statusCode
  }

  return {
    ...site,
    Id,
    ask: (query: object = {}) => site.text(imports.keys, Id, query),
    /** Issues the keys and returns them by name. */
    async issue(query: object = {}) {
      const { status, text } = await site.text(imports.keys, Id, query)
      expect(status).toBe(201)
      const [, ...lines] = text.trim().split('\r\n')
      return new Map(lines.map((line) => [line.split(',')[1] ?? '', line.split(',').at(-1)]))
    },
    // Ingestion is notified of new keys by the database.
    reports: (name: string, key: string | undefined) => expect.poll(() => report(name, key)).toBe(202),
    isRefused: (name: string, key: string | undefined) => expect.poll(() => report(name, key)).toBe(401),
    async deviceNamed(name: string) {
      return (await devicesOf(site.as)).find(({ Name }) => Name === name)
    },
  }
}

test('the keys of created devices are issued in one file, and devices report with them', async () => {
  const { as, top, check, apply, get, text } = await campus()
  const address = mac()
  const { Id } = await check(`Name,Mac\n=Library,${address}\n`)
  expect(problemOf(await text(imports.keys, Id)).ErrorCode).toBe('import_not_ready')
  await apply(Id)
  expect(await get(Id)).toMatchObject({ KeysIssued: false, KeysAgainUntil: null })
  const issued = await text(imports.keys, Id)
  const [heading, row = ''] = issued.text.trim().split('\r\n')
  expect(heading).toBe('Mac,Name,Site,Device key') // without its byte order mark, trimmed
  expect(row).toContain(`${address},'=Library,${top.name},`)
  expect(await countAudited(as, 'import.keys_issued')).toBe(1)
})

test('keys are issued again only on request, and only for ten minutes after the last time', async () => {
  const { as, Id } = await imported(['Library'])
  /** Sends a request after a while, during which the session ends. */
  async function askAfter(ms: number, query: object = {}) {
    advance(ms)
    return call(imports.keys, { params: { id: Id }, query }, { as: await signIn(as.user) })
  }
  // Long after the import can be undone.
  expect((await askAfter(3_600_000)).status).toBe(201)
  expect(problemOf(await askAfter(0)).ErrorCode).toBe('keys_already_issued')
  expect((await askAfter(500_000, { Again: 'true' })).status).toBe(201)
  expect((await askAfter(500_000, { Again: 'true' })).status).toBe(201)
  expect(problemOf(await askAfter(600_001, { Again: 'true' })).ErrorCode).toBe('keys_already_issued')
})

test('issued again, keys of a lost file end, and those that a device uses or was given since stay', async () => {
  const names = ['Lost', 'Used', 'Replaced', 'Revoked']
  const { as, ask, deviceNamed, get, Id, issue, isRefused, reports } = await imported(names)
  const first = await issue()
  expect([...first.keys()]).toEqual(names)
  await reports('Used', first.get('Used'))
  await expect.poll(async () => (await deviceNamed('Used'))?.LastSeenAt).not.toBeNull()
  const of = async (name: string) => ({ params: { id: (await deviceNamed(name))?.Id ?? '' } })
  const { data } = await call(devices.replaceKey, { ...(await of('Replaced')), body: {} }, { as })
  await call(devices.revokeKey, await of('Revoked'), { as })

  expect(problemOf(await ask()).ErrorCode).toBe('keys_already_issued')
  expect((await get(Id)).KeysAgainUntil).not.toBeNull()
  const second = await issue({ Again: 'true' })
  expect([...second.keys()]).toEqual(['Lost'])
  await reports('Lost', second.get('Lost'))
  await isRefused('Lost', first.get('Lost'))
  await reports('Used', first.get('Used'))
  await reports('Replaced', data.DeviceKey)
  await isRefused('Revoked', first.get('Revoked'))
})
