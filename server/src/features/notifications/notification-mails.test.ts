import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import { confirmLinkCodes, confirmLinkMs, confirmLinkPurpose } from '../alerts/index.ts'
import { plain } from './notice-words.ts'

test("people are notified of an alert at once: what, where, how bad, when in the site's local time, with a link", async () => {
  const { ann, db, room, run, time, to, vape } = await notifiedSchool()
  await vape(room)
  await run()
  const [mail, ...more] = to(ann)
  expect(more).toEqual([])
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const { id: mailId } = await db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  expect(mail).toMatchObject({
    subject: 'Vape in Restroom 2F, Lincoln High: 90, level 50',
    messageId: `<${mailId}@portal.example.org>`,
  })
  const expiresAt = new Date(time.now + confirmLinkMs)
  const code = confirmLinkCodes(deriveKey(Buffer.alloc(32, 7), confirmLinkPurpose)).write({
    alertId: id,
    userId: ann.id,
    expiresAt,
  })
  expect(mail?.text?.trim()).toBe(`CRITICAL, STILL GOING ON
Vape in Restroom 2F
Lincoln High

It reached 90 at 10:36 AM CST (alert level: 50).

Confirm: https://portal.example.org/confirm-alert?code=${code}

See the alert: https://portal.example.org/alerts?alert=${id}

You get this because of the subscription “Restrooms”.

EoT LIVE · https://portal.example.org`)
  for (const part of [
    'Vape in Restroom 2F',
    'Critical, still going on',
    'Lincoln High',
    `/alerts?alert=${id}`,
    `/confirm-alert?code=${code}`,
  ])
    expect(mail?.html).toContain(part)
})

test('a role that may not confirm gets no link to do so', async () => {
  const { ann, db, room, run, to, vape } = await notifiedSchool()
  const role_id = (
    await db.selectFrom('role').where('name', '=', 'Viewer').select('id').executeTakeFirstOrThrow()
  ).id
  await db.updateTable('app_user').set({ role_id }).where('id', '=', ann.id).execute()
  await vape(room)
  await run()
  expect(to(ann)[0]?.text).toContain('See the alert: ')
  expect(to(ann)[0]?.text).not.toContain('confirm-alert')
})

test('the end comes in another email', async () => {
  const { fresh, room, run, subjects, to, ann, vape, wait, time } = await notifiedSchool()
  await vape(room)
  await run()
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(subjects()).toEqual([
    'Vape in Restroom 2F, Lincoln High: 90, level 50',
    expect.stringMatching(/^Ended: Vape in Restroom 2F, Lincoln High, after \d+ min$/),
  ])
  expect(to(ann)[1]?.text).toContain('Its peak was 90 (alert level: 50).')
})

test('an alert that ended before its notification was sent is reported once, as ended', async () => {
  const { fresh, follow, room, run, subjects, statuses, time, vape } = await notifiedSchool()
  await vape(room)
  await follow()
  time.now += 5 * minute
  await fresh(room)
  await run()
  expect(subjects()).toEqual([expect.stringMatching(/^Ended: Vape in Restroom 2F/)])
  expect(await statuses()).toEqual(['AlertStarted told', 'AlertEnded told'])
})

test('values and times are in the units and the clock format of the person', async () => {
  const { ann, db, report, room, run, to } = await notifiedSchool()
  await db
    .updateTable('app_user')
    .set({ settings: JSON.stringify({ Measurement: 'Imperial', Clock: '24h' }) })
    .where('id', '=', ann.id)
    .execute()
  await db
    .updateTable('device')
    .set({
      settings: JSON.stringify({ Rules: { Temperature: { RaiseLevel: 30, ClearLevel: 29, RaiseHold: 0 } } }),
    })
    .where('id', '=', room.id)
    .execute()
  await report(room, { temperature: 35 })
  await run()
  expect(to(ann)[0]?.subject).toBe('High temperature in Restroom 2F, Lincoln High: 95.0 °F, level 86.0 °F')
  expect(to(ann)[0]?.text).toContain('at 10:36 CST (alert level: 86.0 °F).')
})

test('without a personal choice, units are those of the nearest site that sets them', async () => {
  const { ann, db, district, report, room, run, to } = await notifiedSchool()
  await db
    .updateTable('site')
    .set({ settings: JSON.stringify({ Measurement: 'Imperial' }) })
    .where('id', '=', district.id)
    .execute()
  await db
    .updateTable('device')
    .set({ settings: JSON.stringify({ Rules: { Temperature: { RaiseLevel: 30, RaiseHold: 0 } } }) })
    .where('id', '=', room.id)
    .execute()
  await report(room, { temperature: 35 })
  await run()
  expect(to(ann)[0]?.subject).toContain('95.0 °F')
})

test('names with markup and line breaks break neither the headers nor the HTML', async () => {
  const { ann, db, room, run, site, to, vape } = await notifiedSchool()
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.org'
  await db.updateTable('device').set({ name: hostile }).where('id', '=', room.id).execute()
  await db.updateTable('site').set({ name: hostile }).where('id', '=', site.id).execute()
  await db.updateTable('subscription').set({ name: hostile }).execute()
  await vape(room)
  await run()
  const [mail] = to(ann)
  expect(mail?.receivers).toEqual([ann.email])
  expect(mail?.subject).toContain('<img src=x onerror=alert(1)> Bcc: eve @ example. org')
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail?.html).not.toContain('<img')
})

test.each([
  ['https://evil.example/login', 'https: //evil. example/login'],
  ['www.evil.example', 'www. evil. example'],
  ['mail eve@evil.example', 'mail eve @ evil. example'],
  ['Room 2.104, St. Mary @ 9', 'Room 2.104, St. Mary @ 9'],
])('a name such as %s does not become a link', (name, shown) => {
  expect(plain(name)).toBe(shown)
})

test('events within a minute wait for the second email, which lists them', async () => {
  const { ann, make, report, run, site, subjects, to, vape, wait } = await notifiedSchool()
  const rooms = []
  for (const name of ['A', 'B', 'C']) rooms.push(await make.device({ site, name }))
  const [a, b, c] = rooms
  if (!a || !b || !c) throw new Error('three rooms were made')
  await vape(a)
  await run()
  await vape(b)
  await report(c, { tamper: 1 })
  await run()
  expect(subjects()).toHaveLength(1)
  await wait(60)
  expect(subjects()).toEqual([
    'Vape in A, Lincoln High: 90, level 50',
    '2 notifications from Lincoln High: 1 Tampering, 1 Vape',
  ])
  expect(to(ann)[1]?.text).toContain('Tampering in C')
  expect(to(ann)[1]?.text).toContain('Vape in B\n  90, level 50, since 10:36 AM CST')
})

test('a storm reaches a person in at most three emails within ten minutes, the first at once, and none is lost', async () => {
  const { ann, append, db, make, run, site, subjects, statuses, to, wait, clock } = await notifiedSchool()
  const storm = async (count: number) => {
    const made = []
    for (let i = 0; i < count; i++) {
      const { id, device } = await make.alert({
        device: await make.device({ site }),
        type: 'Vape',
        started_at: clock(),
        ended_at: null,
      })
      made.push({ id, device })
    }
    await append(
      made.map(({ id, device }) => ({
        kind: 'AlertStarted' as const,
        at: clock(),
        sitePath: site.path,
        deviceId: device.id,
        alertId: id,
      })),
    )
  }
  await storm(1)
  await run()
  expect(subjects()).toHaveLength(1)
  for (let burst = 0; burst < 4; burst++) {
    await storm(30)
    await wait(150, 30)
  }
  expect(to(ann)).toHaveLength(4)
  expect(subjects().at(-1)).toContain('notifications from Lincoln High')
  expect(new Set(await statuses())).toEqual(new Set(['AlertStarted told']))
  expect(await db.selectFrom('notification').selectAll().execute()).toHaveLength(121)
  expect(to(ann).at(-1)?.text).toMatch(/And \d+ more: \d+ Vape\./)
})

test('nobody is notified any more of the start of an alert, nor of its end, if the start could not be delivered within half an hour', async () => {
  const { deliver, follow, fresh, room, run, subjects, statuses, time, vape } = await notifiedSchool()
  await vape(room)
  await follow()
  time.now += 31 * minute
  await deliver()
  expect(subjects()).toEqual([])
  await fresh(room)
  await run()
  expect(subjects()).toEqual([])
  expect(await statuses()).toEqual(['AlertStarted expired'])
})

test('after a failure the mail server gets the same email again', async () => {
  const { ann, db, room, run, sink, to, vape, wait } = await notifiedSchool()
  sink.refusals.push({ code: 451, text: 'later' })
  await vape(room)
  await run()
  expect(to(ann)).toEqual([])
  await wait(60)
  const { id } = await db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  expect(to(ann).map(({ messageId }) => messageId)).toEqual([`<${id}@portal.example.org>`])
})

test('an email with only starts is given up after half an hour, and then the end is not sent either', async () => {
  const { db, fresh, room, run, sink, statuses, subjects, vape, wait } = await notifiedSchool()
  sink.refusals.push({ code: 451, text: 'later' })
  await vape(room)
  await run()
  await wait(31 * 60)
  expect(await db.selectFrom('message').select('status').execute()).toEqual([{ status: 'expired' }])
  await fresh(room)
  await run()
  await wait(10 * 60)
  expect(subjects()).toEqual([])
  expect(await statuses()).toEqual(['AlertStarted told', 'AlertEnded StartNotTold'])
})

test('a person who may no longer see the site when the email is sent is not notified', async () => {
  const { ann, db, follow, deliver, make, room, subjects, statuses, vape } = await notifiedSchool()
  await vape(room)
  await follow()
  const elsewhere = await make.site()
  await db.updateTable('app_user').set({ site_id: elsewhere.id }).where('id', '=', ann.id).execute()
  await deliver()
  expect(subjects()).toEqual([])
  expect(await statuses()).toEqual(['AlertStarted NotPermitted'])
})

test('if an address has changed in the meantime, the new one gets the email instead', async () => {
  const { ann, db, follow, deliver, room, sink, vape } = await notifiedSchool()
  await vape(room)
  await follow()
  await db.updateTable('app_user').set({ email: 'new@example.org' }).where('id', '=', ann.id).execute()
  await deliver()
  await deliver()
  expect(sink.received.map(({ receivers }) => receivers)).toEqual([['new@example.org']])
})

test('an address on the blacklist gets neither the start nor the end', async () => {
  const { ann, fresh, make, room, run, subjects, vape, wait, statuses, time } = await notifiedSchool()
  await make.blacklistEntry({ receiver: ann.email })
  await vape(room)
  await run()
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(subjects()).toEqual([])
  expect(await statuses()).toEqual(['AlertStarted told', 'AlertEnded StartNotTold'])
})
