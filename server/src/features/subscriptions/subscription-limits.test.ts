import { mostReceivers, mostSubscriptions, subscriptions } from '@eot/contract/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

let count = 0

/** Creates a district and one of its schools, with someone who adds subscriptions there. */
async function customer() {
  const district = await make.site()
  const school = await make.site({ parent: district })
  const as = await signIn({ site: school })
  const create = (body: object = {}) => {
    const needed = { Name: `New ${++count}`, Devices: 'All' as const, Users: [as.user.id] }
    return call(subscriptions.create, { body: { ...needed, ...body } }, { as })
  }
  return { district, school, as, create }
}

const addMany = (site: MadeSite, many: number) =>
  sql`insert into subscription (id, site_id, name, type, all_devices, events, start_hour, end_hour, weekdays)
    select gen_random_uuid(), ${site.id}, 'Made ' || n, 'Devices', true, array['AlertStarted'], 0, 24,
      array_fill(true, array[7])
    from generate_series(1, ${many}::int) n`.execute(db)

test('a customer has at most 20,000 subscriptions at all sites together, and others are not affected', async () => {
  const { create, district } = await customer()
  await addMany(district, mostSubscriptions - 1)
  expect((await create()).status).toBe(201)
  expect(problemOf(await create())).toMatchObject({ status: 409, ErrorCode: 'subscription_limit' })
  expect((await (await customer()).create()).status).toBe(201)
})

test('the subscriptions of a customer name at most 1,000,000 people, including members of lists', async () => {
  const { as, create, school } = await customer()
  const list = await make.userList({ site: school })
  const members = 500
  await sql`insert into app_user (id, site_id, role_id, email, full_name)
    select gen_random_uuid(), ${school.id}, (select id from role where name = 'Viewer'),
      'member' || n || '@' || ${school.id} || '.example.org', 'Member ' || n
    from generate_series(1, ${members}::int) n`.execute(db)
  await sql`insert into user_list_user (user_list_id, user_id)
    select ${list.id}, id from app_user where site_id = ${school.id} and full_name like 'Member %'`.execute(
    db,
  )
  await addMany(school, mostReceivers / members - 1)
  await sql`insert into subscription_user_list (subscription_id, stage, user_list_id)
    select id, 1, ${list.id} from subscription where site_id = ${school.id}`.execute(db)
  const { data } = await create()
  expect(problemOf(await create({ Lists: [list.id] }))).toMatchObject({
    status: 409,
    ErrorCode: 'receiver_limit',
  })
  const change = (body: object) => call(subscriptions.update, { params: { id: data.Id }, body }, { as })
  expect(problemOf(await change({ Lists: [list.id] })).ErrorCode).toBe('receiver_limit')
  expect((await change({ Name: 'Another name' })).status).toBe(200)
})
