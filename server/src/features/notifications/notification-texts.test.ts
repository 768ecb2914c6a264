import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { isOneText } from '../messages/gsm-text.ts'

const number = '+15075550164'

/** Creates the school, with Ann notified by text message too, or only by text message. */
async function textedSchool(columns: object = {}) {
  const school = await notifiedSchool()
  const { ann, clock, db, textSink } = school
  const change = (changes: object) =>
    db.updateTable('app_user').set(changes).where('id', '=', ann.id).execute()
  await change({ phone_number: '+1 (507) 555-0164', text_enabled: true, ...columns })
  return {
    ...school,
    change,
    texts: () => textSink.to(number),
    byChannel: async () =>
      (
        await db
          .selectFrom('notification')
          .select(['kind', 'channel', 'status', 'reason'])
          .orderBy('event_seq')
          .orderBy('channel')
          .execute()
      ).map(({ kind, channel, status, reason }) => `${channel} ${kind} ${reason ?? status}`),
    /** Raises alerts that start now, each of another device. */
    async storm(count: number) {
      const made = []
      for (let n = 0; n < count; n++) {
        const device = await school.make.device({ site: school.site })
        made.push(await school.make.alert({ device, type: 'Vape', started_at: clock(), ended_at: null }))
      }
      await school.append(
        made.map(({ id, device }) => ({
          kind: 'AlertStarted' as const,
          at: clock(),
          sitePath: school.site.path,
          deviceId: device.id,
          alertId: id,
        })),
      )
    },
  }
}

test('people are notified of an alert once by email and once by text message', async () => {
  const { byChannel, db, room, run, subjects, textSink, texts, vape } = await textedSchool()
  await vape(room)
  await run()
  expect(subjects()).toHaveLength(1)
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  expect(texts()).toEqual([
    `Vape in Restroom 2F, Lincoln High: 90, level 50, since 10:36 AM CST. https://portal.example.org/alerts?alert=${id}`,
  ])
  expect(await byChannel()).toEqual(['Email AlertStarted told', 'Text AlertStarted told'])
  const message = await db
    .selectFrom('message')
    .where('channel', '=', 'Text')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(message).toMatchObject({
    receiver: number,
    status: 'sent',
    subject: 'Vape in Restroom 2F, Lincoln High: 90, level 50',
    provider_id: 'SM1',
    sealed_body: null,
  })
  expect(textSink.received[0]?.headers['idempotency-key']).toBe(message.id)
})

test('devices that fall silent together are in one text message', async () => {
  const { findSilent, make, report, run, site, texts, time, wait } = await textedSchool()
  for (let n = 0; n < 5; n++) await report(await make.device({ site }), { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  for (let n = 0; n < 40; n++) await wait(10)
  expect(texts()).toEqual([
    'Lincoln High is offline: 5 devices since 10:36 AM CST. https://portal.example.org/devices',
  ])
})

test('the link is left out before a word of the names is', async () => {
  const { db, room, run, texts, vape } = await textedSchool()
  await db.updateTable('device').set({ name: 'Restroom next to the library' }).execute()
  await vape(room)
  await run()
  expect(texts()).toEqual([
    'Vape in Restroom next to the library, Lincoln High: 90, level 50, since 10:36 AM CST.',
  ])
})

test('the end comes in another text message', async () => {
  const { fresh, room, run, texts, time, vape, wait } = await textedSchool()
  await vape(room)
  await run()
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(texts()[1]).toMatch(
    /^Vape in Restroom 2F, Lincoln High: Ended at [\d:]+ AM CST after \d+ min, peak 90\./,
  )
})

test('a text message with names of any length stays intact, without cut words', async () => {
  const { db, room, run, texts, vape } = await textedSchool()
  const name = 'Restroom of the east wing behind the large auditorium next to the library '.repeat(3).trim()
  await db.updateTable('device').set({ name }).execute()
  await vape(room)
  await run()
  const [text = ''] = texts()
  expect(isOneText(text)).toBe(true)
  expect(text).toMatch(/^Vape in Restroom of the .*\.\.\., Lincoln High: 90, level 50, since 10:36 AM CST\.$/)
  const words = new Set([...name.split(' '), 'Vape', 'in'])
  const [, shown = ''] = /^(.*?)\.\.\./.exec(text) ?? []
  expect(shown.split(' ').filter((word) => !words.has(word))).toEqual([])
})

test('a person who wants only text messages gets no email', async () => {
  const { byChannel, room, run, subjects, texts, vape } = await textedSchool({ email_enabled: false })
  await vape(room)
  await run()
  expect(subjects()).toEqual([])
  expect(texts()).toHaveLength(1)
  expect(await byChannel()).toEqual(['Text AlertStarted told'])
})

test.each([
  ['without a number', { phone_number: null }, 'NoPhoneNumber'],
  ['with letters for a number', { phone_number: 'CALL-ME' }, 'NoPhoneNumber'],
])('a person %s gets no text message, and the reason is recorded', async (_title, columns, reason) => {
  const { byChannel, room, run, textSink, vape } = await textedSchool(columns)
  await vape(room)
  await run()
  expect(textSink.received).toEqual([])
  expect(await byChannel()).toEqual(['Email AlertStarted told', `Text AlertStarted ${reason}`])
})

test('a number on the blacklist gets neither the start nor the end, and the email is still sent', async () => {
  const { byChannel, fresh, make, room, run, subjects, textSink, time, vape, wait } = await textedSchool()
  await make.blacklistEntry({ type: 'Text', receiver: number, reason: 'Stop' })
  await vape(room)
  await run()
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(textSink.received).toEqual([])
  expect(subjects()).toHaveLength(2)
  expect(await byChannel()).toEqual([
    'Email AlertStarted told',
    'Text AlertStarted told',
    'Email AlertEnded told',
    'Text AlertEnded StartNotTold',
  ])
})

test('a person who turns text messages on during an alert does not get its end by text message', async () => {
  const { byChannel, change, fresh, room, run, textSink, time, vape, wait } = await textedSchool({
    text_enabled: false,
  })
  await vape(room)
  await run()
  await change({ text_enabled: true })
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  expect(textSink.received).toEqual([])
  expect(await byChannel()).toContain('Text AlertEnded StartNotTold')
})

test('if a number has changed in the meantime, the new one gets the text message instead', async () => {
  const { change, deliver, follow, room, textSink, vape } = await textedSchool()
  await vape(room)
  await follow()
  await change({ phone_number: '+15075550199' })
  await deliver()
  await deliver()
  expect(textSink.to(number)).toEqual([])
  expect(textSink.to('+15075550199')).toHaveLength(1)
})

test('a number that was removed in the meantime gets nothing', async () => {
  const { byChannel, change, deliver, follow, room, textSink, vape } = await textedSchool()
  await vape(room)
  await follow()
  await change({ phone_number: null })
  await deliver()
  await deliver()
  expect(textSink.received).toEqual([])
  expect(await byChannel()).toContain('Text AlertStarted NoPhoneNumber')
})

test('a storm causes few text messages, and the later ones count the events', async () => {
  const { run, storm, texts, wait } = await textedSchool()
  await storm(1)
  await run()
  for (let burst = 0; burst < 4; burst++) {
    await storm(30)
    await wait(150, 30)
  }
  expect(texts()).toHaveLength(4)
  expect(texts().at(-1)).toMatch(
    /^\d+ notifications from Lincoln High: \d+ Vape\. \d+ still going on\. https:\/\/portal\.example\.org\/alerts$/,
  )
  for (const text of texts()) expect(isOneText(text)).toBe(true)
})

test('a text message about a start that the provider does not accept within half an hour is given up', async () => {
  const { db, room, run, textSink, vape, wait } = await textedSchool()
  for (let n = 0; n < 200; n++) textSink.answers.push({ status: 503 })
  await vape(room)
  await run()
  await wait(31 * 60, 120)
  const { status, error } = await db
    .selectFrom('message')
    .where('channel', '=', 'Text')
    .select(['status', 'error'])
    .executeTakeFirstOrThrow()
  expect({ status, error }).toEqual({ status: 'expired', error: '503' })
})
