import { quarantine } from '@eot/contract/quarantine'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()

async function refuse(given: {
  reason: string
  site_id?: string
  device_id?: string
  at: string
}): Promise<void> {
  const { at, ...columns } = given
  await db
    .insertInto('quarantine')
    .values({
      minute: new Date(at),
      received_at: new Date(at),
      channel: 'mqtt',
      mac: '',
      payload: '{}',
      device_id: null,
      site_id: null,
      count: 1,
      ...columns,
    })
    .execute()
}

const site = await make.site()
const device = await make.device({ site, name: 'Noisy' })
const siteId = site.id
await refuse({ reason: 'older', site_id: siteId, device_id: device.id, at: '2026-11-20T08:00:00Z' })
await refuse({ reason: 'newer', site_id: siteId, device_id: device.id, at: '2026-11-20T09:00:00Z' })
await refuse({ reason: 'of nobody', at: '2026-11-20T10:00:00Z' })

test("messages of devices at the caller's sites are listed, newest first", async () => {
  const as = await signIn({ site, role: 'Site Manager' })
  const { data } = await call(quarantine.list, {}, { as })
  expect(data).toMatchObject({
    Total: 2,
    Items: [{ Reason: 'newer', Mac: null, Device: { Id: device.id, Name: 'Noisy' } }, { Reason: 'older' }],
  })
  const second = await call(quarantine.list, { query: { Page: 1, PageSize: 1 } }, { as })
  expect(second.data.Items).toMatchObject([{ Reason: 'older' }])
})

test('messages that belong to no site are visible at the root only', async () => {
  const system = await signInAsRoot()
  const reasons = async (query: object) =>
    (await call(quarantine.list, { query }, { as: system })).data.Items?.map(({ Reason }) => Reason)
  expect(await reasons({})).toEqual(['of nobody', 'newer', 'older'])
  expect(await reasons({ SiteId: siteId })).toEqual(['newer', 'older'])
})

test('another customer sees none of them', async () => {
  const { data } = await call(quarantine.list, {}, { as: await signIn() })
  expect(data).toMatchObject({ Total: 0, Items: [] })
})
