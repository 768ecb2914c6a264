import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { maintenance } from '@eot/contract/maintenance'
import { sites } from '@eot/contract/sites'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, root, signInAsRoot } = await testApp()
const as = await signInAsRoot()

test('a returned device does not count among those at work, but stays in the inventory and in its group', async () => {
  const school = await make.site({ parent: root })
  const site = await make.site({ parent: school })
  const made = await Promise.all([1, 2].map(() => make.device({ site })))
  for (const { no } of made)
    await db.insertInto('device_state').values({ device_no: no, online: true }).execute()
  const ids = made.map(({ id }) => id)
  const body = { Site: site.id, Name: 'Library', Devices: ids }
  const { data: group } = await call(groups.create, { body }, { as })
  const ends = { EndAt: new Date(Date.now() + 3_600_000).toISOString() }
  for (const covered of [{ Site: site.id }, { Group: group.Id }])
    expect(
      (await call(maintenance.create, { body: { Reason: 'Paint', ...covered, ...ends } }, { as })).status,
    ).toBe(201)

  async function counts() {
    const query = { SiteId: site.id }
    const reach = async (targets: object) =>
      (await call(subscriptionReach.of, { body: { Site: school.id, ...targets } as never }, { as })).data
        .DeviceCount
    const [row] = (await call(groups.list, { query }, { as })).data.Items ?? []
    return {
      group: [row?.DeviceCount, row?.OnlineCount],
      overview: (await call(sites.overview, { query: { SiteIds: [school.id, site.id] } }, { as })).data.map(
        ({ Devices }) => Devices,
      ),
      reach: await Promise.all(
        [{ Devices: 'All' }, { Devices: ids }, { Groups: [group.Id] }, { Sites: [site.id] }].map(reach),
      ),
      maintenance: (await call(maintenance.list, { query }, { as })).data.Items?.map(
        ({ DeviceCount }) => DeviceCount,
      ),
      online: (await call(devices.online, { query }, { as })).data.Total,
    }
  }
  const mark = (RMA: boolean) => call(devices.update, { params: { id: ids[0] ?? '' }, body: { RMA } }, { as })

  const all = { group: [2, 2], overview: [2, 2], reach: [2, 2, 2, 2], maintenance: [2, 2], online: 2 }
  expect(await counts()).toEqual(all)
  expect((await mark(true)).status).toBe(200)
  expect(await counts()).toEqual({
    group: [1, 1],
    overview: [1, 1],
    reach: [1, 1, 1, 1],
    maintenance: [1, 1],
    online: 1,
  })
  expect((await call(devices.list, { query: { SiteId: site.id } }, { as })).data.Total).toBe(2)
  expect((await call(groups.get, { params: { id: group.Id } }, { as })).data.Devices).toHaveLength(2)
  await mark(false)
  expect(await counts()).toEqual(all)
})
