import { subscriptions } from '@eot/contract/subscriptions'
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
