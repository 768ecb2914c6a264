import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

test('subscriptions and lists that reach only certain users are found before these are deleted', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const [tia, boss] = [await make.user({ site }), await make.user({ site })]
  const deans = await call(lists.create, { body: { Name: 'Deans', Users: [tia.id, boss.id] } }, { as })
  const add = (Name: string, given: object) =>
    call(subscriptions.create, { body: { Name, Devices: 'All', ...given } }, { as })
  await add('Day', { Lists: [deans.data.Id] })
  await add('Night', { Users: [tia.id] })
  await add('Off', { Users: [tia.id], IsActive: false })
  const alone = async (...people: { id: string }[]) => {
    const onlyReceiver = people.map(({ id }) => id)
    const [told, listed] = [
      await call(subscriptions.list, { query: { onlyReceiver } }, { as }),
      await call(lists.list, { query: { onlyReceiver } }, { as }),
    ]
    return [told.data.Items?.map(({ Name }) => Name), listed.data.Items?.map(({ Name }) => Name)]
  }
  expect(await alone(tia)).toEqual([['Night'], []])
  expect(await alone(tia, boss)).toEqual([['Day', 'Night'], ['Deans']])
  await db.updateTable('app_user').set({ notifications_enabled: false }).where('id', '=', boss.id).execute()
  expect(await alone(tia)).toEqual([['Day', 'Night'], ['Deans']])
  expect(await alone(boss)).toEqual([[], []])
})
