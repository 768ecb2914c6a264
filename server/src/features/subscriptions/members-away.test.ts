import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

test('a subscription keeps devices and people who are away for a while, whatever else is changed in the meantime', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const lent = await make.device({ site, name: 'Lent' })
  const stays = await make.device({ site, name: 'Stays' })
  const away = await make.user({ site, full_name: 'Ava Away' })
  const there = await make.user({ site, full_name: 'Tia There' })
  const body = { Name: 'Halls', Devices: [lent.id, stays.id], Users: [away.id, there.id] }
  const { data } = await call(subscriptions.create, { body }, { as })
  const change = (changes: object) =>
    call(subscriptions.update, { params: { id: data.Id }, body: changes }, { as })
  const moveTo = async (to: { id: string }) => {
    await db.updateTable('device').set({ site_id: to.id }).where('id', '=', lent.id).execute()
    await db.updateTable('app_user').set({ site_id: to.id }).where('id', '=', away.id).execute()
  }
  await moveTo(await make.site())
  expect((await change({ Name: 'Corridors' })).data).toMatchObject({ Users: [{ Id: there.id }] })
  expect((await change({ Devices: [stays.id], Users: [as.user.id] })).status).toBe(200)
  await moveTo(site)
  const { Devices, Users } = (await call(subscriptions.get, { params: { id: data.Id } }, { as })).data
  expect(Devices).toEqual([
    { Id: lent.id, Name: 'Lent' },
    { Id: stays.id, Name: 'Stays' },
  ])
  expect(Users.map(({ Id }) => Id).toSorted()).toEqual([away.id, as.user.id].toSorted())
})

test('people and lists that have moved to a site above are not receivers until they are back', async () => {
  const district = await make.site()
  const site = await make.site({ parent: district })
  const as = await signIn({ site })
  const [ann, bo] = [await make.user({ site }), await make.user({ site })]
  const list = await call(lists.create, { body: { Name: 'Deans', Users: [bo.id] } }, { as })
  const body = { Name: 'Halls', Devices: 'All' as const, Users: [ann.id], Lists: [list.data.Id] }
  expect((await call(subscriptions.create, { body }, { as })).status).toBe(201)
  const listed = async (query: object) => (await call(subscriptions.list, { query }, { as })).data.Items ?? []
  const counts = async () =>
    (await listed({})).map(({ ReachableCount, ReceiverCount }) => [ReceiverCount, ReachableCount])
  const naming = async (user: { id: string }) => (await listed({ userId: user.id })).length
  const moveTo = async (to: { id: string }) => {
    await db.updateTable('app_user').set({ site_id: to.id }).where('id', '=', ann.id).execute()
    await db.updateTable('user_list').set({ site_id: to.id }).where('id', '=', list.data.Id).execute()
  }
  expect(await counts()).toEqual([[2, 2]])
  expect([await naming(ann), await naming(bo)]).toEqual([1, 1])
  await moveTo(district)
  expect(await counts()).toEqual([[0, 0]])
  expect([await naming(ann), await naming(bo)]).toEqual([0, 0])
  await moveTo(site)
  expect(await counts()).toEqual([[2, 2]])
})
