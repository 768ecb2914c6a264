import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '../../test/call-endpoint.ts'
import { mentionsOf } from '../../test/mentions-of.ts'
import { problemOf, testApp } from '../../test/test-app.ts'
import { checkAuditLog } from '../access/audit-check.queries.ts'
import { erasePerson } from './erase-person.command.ts'

const app = await testApp()
const { call, db, make, pool, signIn } = app
const erase = (email: string) => db.transaction().execute((tx) => erasePerson(tx, email))

const phone = '+1 555 010 7788'
const place = '203.0.113.77'

/** Creates a person who has left traces everywhere, at a site with another administrator. */
async function knownPerson() {
  const as = await signIn()
  const { site } = as.user
  const made = await make.user({
    site,
    role: 'Site Staff',
    full_name: 'Wilhelmina Quist',
    phone_number: phone,
  })
  const person = await signIn(made)
  const { email } = made
  await call(auth.login, { body: { Email: email, Password: 'a wrong password' } })
  const device = await make.device({ site })
  await make.alert({
    device,
    confirmed: true,
    confirmed_by: made.id,
    comment: `Told ${email} and Wilhelmina Quist`,
  })
  await make.mail({ user: made })
  await sql`insert into blacklist_entry (id, receiver, type) values
    (gen_random_uuid(), ${email}, 'Email'), (gen_random_uuid(), '+15550107788', 'Text')`.execute(db)
  await sql`insert into audit_entry (actor_id, action, subject_id, details, address)
    values (${made.id}, 'user.settings_changed', ${made.id}, '{"userAgent": "a browser"}', ${place}),
      (${as.user.id}, 'user.changed', ${made.id}, ${JSON.stringify({
        changes: { Email: [`former.${email}`, email], FullName: ['Wilhelmina Berg', 'Wilhelmina Quist'] },
      })}, '192.0.2.1')`.execute(db)
  await make.mail({
    user: await make.user({ site }),
    details: JSON.stringify({ inviter: 'Wilhelmina Quist' }),
  })
  return { as, person, email, id: made.id }
}

test('after an erasure no table contains the name, address, number or network address of the person', async () => {
  const { email, id, as } = await knownPerson()
  const other = await make.user({ site: as.user.site, full_name: 'Wilhelmina Quistgaard' })
  const words = ['Wilhelmina Quist"', 'Wilhelmina Berg', email, '0107788', phone, place, 'a browser']
  for (const word of words) expect(await mentionsOf(db, word), word).not.toEqual([])
  const before = await checkAuditLog(pool)

  const { userIds, deleted, changed } = await erase(email.toUpperCase())
  expect(userIds).toEqual([id])
  expect([...deleted.keys()]).toEqual(
    expect.arrayContaining(['session', 'message', 'blacklist_entry', 'sign_in_failure']),
  )
  expect([...changed.keys()]).toEqual(expect.arrayContaining(['alert', 'audit_entry', 'message']))
  for (const word of words) expect(await mentionsOf(db, word), word).toEqual([])

  // Others stay as they are.
  const rows = await db
    .selectFrom('app_user')
    .where('id', '=', other.id)
    .select(['email', 'full_name'])
    .execute()
  expect(rows).toEqual([{ email: other.email, full_name: 'Wilhelmina Quistgaard' }])

  // The actions remain, under the id alone.
  const alert = await db
    .selectFrom('alert')
    .where('confirmed_by', '=', id)
    .select('comment')
    .executeTakeFirst()
  expect(alert).toEqual({ comment: 'Told (erased) and (erased)' })
  const entries = await db
    .selectFrom('audit_entry')
    .where('actor_id', '=', id)
    .select(['action', 'address'])
    .execute()
  expect(entries).toEqual(
    expect.arrayContaining([
      { action: 'session.started', address: null },
      { action: 'user.settings_changed', address: null },
    ]),
  )

  // The log still begins with the same entries, and has no faults.
  const { position, hash } = before
  expect(before.faults).toEqual([])
  expect((await checkAuditLog(pool, { position, hash })).faults).toEqual([])
})

test('a stolen token and a wrong code leave no network address and no count with the id of the person', async () => {
  const { person, email, id } = await knownPerson()
  const thief = '203.0.113.99'
  const payload = { RefreshToken: person.RefreshToken }
  const refresh = () =>
    app.server.inject({ method: 'POST', url: urlOf(auth.refresh), payload, remoteAddress: thief })
  expect((await refresh()).statusCode).toBe(200)
  app.advance(10_001)
  expect((await refresh()).statusCode).toBe(401)
  await sql`insert into sign_in_failure (email, way) values (${id}, 'code')`.execute(db)
  const reused = () =>
    db
      .selectFrom('audit_entry')
      .where('action', '=', 'session.token_reused')
      .select(['details', 'address'])
      .execute()
  expect(await reused()).toEqual([{ details: { userId: id }, address: thief }])

  await erase(email)
  expect(await reused()).toEqual([{ details: { userId: id }, address: null }])
  expect(await mentionsOf(db, thief)).toEqual([])
  const failures = await db.selectFrom('sign_in_failure').where('email', '=', id).select('id').execute()
  expect(failures).toEqual([])
  expect((await checkAuditLog(pool)).faults).toEqual([])
})

test('the person is signed out and cannot sign in, and administrators no longer see who it was', async () => {
  const { as, person, email, id } = await knownPerson()
  await erase(email)
  expect((await call(users.me, {}, { as: person })).status).toBe(401)
  const body = { Email: email, Password: person.user.password }
  expect(problemOf(await call(auth.login, { body })).ErrorCode).toBe('invalid_credentials')
  expect((await call(users.get, { params: { id } }, { as })).status).toBe(404)
})

test('an entry that was erased by hand, or changed after an erasure, is a fault', async () => {
  const { email, id } = await knownPerson()
  await erase(email)
  const { rows } = await sql<{
    id: number
  }>`select id from audit_entry where actor_id = ${id} limit 1`.execute(db)
  const entry = rows[0]?.id
  const tamper = (details: string) =>
    pool.query(
      `alter table audit_entry disable trigger user; update audit_entry set details = '${details}' where id = ${entry};
       alter table audit_entry enable trigger user`,
    )
  const kept = await pool.query('select details from audit_entry where id = $1', [entry])
  await tamper('{"other": "text"}')
  expect((await checkAuditLog(pool)).faults).toEqual([`row ${entry} was changed`])
  await tamper(JSON.stringify(kept.rows[0]?.details))
  expect((await checkAuditLog(pool)).faults).toEqual([])
})

test('a person whom somebody moves to another site meanwhile is erased as well', async () => {
  const { email, id } = await knownPerson()
  const { id: siteId } = await make.site()
  const other = await pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query('update app_user set site_id = $1 where id = $2', [siteId, id])
  const erased = erase(email)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  await other.query('commit')
  expect((await erased).userIds).toEqual([id])
  expect(await mentionsOf(db, email)).toEqual([])
})

test('a person who is the last administrator of a site, or unknown, is not erased', async () => {
  const { user } = await signIn()
  await expect(erase(user.email)).rejects.toThrow('make another user administrator first')
  await expect(erase(app.administrator.email)).rejects.toThrow('make another user administrator first')
  await expect(erase('nobody@example.org')).rejects.toThrow('nothing is known about nobody@example.org')
  expect(await mentionsOf(db, user.email)).not.toEqual([])
})

test('data that others share with the person stays', async () => {
  const { as, email } = await knownPerson()
  const elsewhere = await make.site()
  const colleague = await make.user({
    site: as.user.site,
    full_name: 'Cora Lind',
    phone_number: '+15550107788',
  })
  const namesake = await make.user({ site: elsewhere, full_name: 'Wilhelmina Quist' })
  const { id: text } = await make.mail({
    user: colleague,
    channel: 'Text',
    kind: 'Notification',
    receiver: '+15550107788',
    status: 'composed',
  })
  const { id: alert } = await make.alert({
    device: await make.device({ site: elsewhere }),
    comment: 'Wilhelmina Quist opened a window',
  })
  await erase(email)
  const messages = await db.selectFrom('message').where('id', '=', text).select('status').execute()
  expect(messages).toEqual([{ status: 'composed' }])
  const blocked = await db
    .selectFrom('blacklist_entry')
    .where('receiver', '=', '+15550107788')
    .select('id')
    .execute()
  expect(blocked).not.toEqual([])
  const { comment } = await db
    .selectFrom('alert')
    .where('id', '=', alert)
    .select('comment')
    .executeTakeFirstOrThrow()
  expect(comment).toBe('Wilhelmina Quist opened a window')
  expect(await mentionsOf(db, namesake.email)).not.toEqual([])
})
