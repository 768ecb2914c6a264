import { groups } from '@eot/contract/device-groups'
import type { Endpoint } from '@eot/contract/endpoint'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookLog } from '@eot/contract/webhook-log'
import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import type { MadeSite } from '../test/factories.ts'
import { testApp } from '../test/test-app.ts'

const { call, make, signIn } = await testApp()

const district = await make.site({ name: 'Northfield Schools' })
const school = await make.site({ name: 'Lincoln', parent: district })
/** Of another customer. */
const elsewhere = await make.site({ name: 'Lincoln of Springfield' })
const as = await signIn({ site: district, role: 'System Administrator' })

const factories = {
  subscription: (site: MadeSite) => make.subscription({ site }),
  group: (site: MadeSite) => make.deviceGroup({ site }),
  list: (site: MadeSite) => make.userList({ site }),
  request: (site: MadeSite) => make.webhookRequest({ site }),
  event: async (site: MadeSite) =>
    make.webhookEvent({ site, request: await make.webhookRequest({ site: elsewhere }) }),
  delivery: (site: MadeSite) => make.webhookDelivery({ site }),
}

test.each([
  [subscriptions.list, factories.subscription],
  [groups.list, factories.group],
  [lists.list, factories.list],
  [webhookEvents.list, factories.event],
  [webhookRequests.list, factories.request],
  [webhookLog.list, factories.delivery],
] as const)(
  '$path finds records by the name of their site, among those of the caller',
  async (list, makeAt) => {
    const ids = { school: (await makeAt(school)).id, district: (await makeAt(district)).id }
    await makeAt(elsewhere)
    const found = async (search: string) => {
      // Each of them is a list of records with ids.
      const asked = { params: undefined, query: { search }, body: undefined }
      const { data } = await call<Endpoint>(list, asked, { as })
      const { Items, Total } = data as { Items: { Id: string }[]; Total: number }
      expect(Total).toBe(Items.length)
      return Items.map(({ Id }) => Id)
    }
    expect(await found('lincoln')).toEqual([ids.school])
    expect(await found('Northfield Sch')).toEqual([ids.district])
    expect(await found('springfield')).toEqual([])
  },
)
