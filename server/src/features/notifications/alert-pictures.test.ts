import { expect, test } from 'vitest'
import type { ReceivedMail } from '../../../test/mail-sink.ts'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'

type School = Awaited<ReturnType<typeof notifiedSchool>>

/** Someone vapes after twenty minutes of clean air. */
async function vapeAfterCleanAir({ report, room, time, vape }: School) {
  for (let before = 20; before > 0; before--) await report(room, { vape: 10 }, time.now - before * minute)
  await vape(room)
}

/** Returns the picture's size in pixels, from its header. */
function sizeOf({ attachments }: ReceivedMail, index = 0) {
  const content = attachments[index]?.content
  if (!(content instanceof ArrayBuffer)) throw new Error('the attachment is not binary')
  const png = Buffer.from(content)
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('the email of an alert shows the readings around it, and describes them in its plain text', async () => {
  const school = await notifiedSchool()
  await vapeAfterCleanAir(school)
  await school.run()
  const [mail] = school.to(school.ann)
  if (!mail) throw new Error('Ann was not told')
  expect(mail.attachments).toHaveLength(2)
  const [picture, dark] = mail.attachments
  expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true })
  const { id } = await school.db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  expect(picture?.contentId).toBe(`<${id}.picture@portal.example.org>`)
  expect(mail.html).toContain(`<img src="cid:${id}.picture@portal.example.org" width="450" height="168"`)
  expect(sizeOf(mail)).toEqual([900, 336])
  expect(dark).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true })
  expect(dark?.contentId).toBe(`<${id}.dark-picture@portal.example.org>`)
  expect(mail.html).toContain(`<img src="cid:${id}.dark-picture@portal.example.org" width="450" height="168"`)
  expect(sizeOf(mail, 1)).toEqual([900, 336])
  const words =
    'In the 20 min before, vape was 10. Its highest value since is 90, at 10:36 AM CST. The last reading is 90, at 10:36 AM CST.'
  expect(mail.text).toContain(`\n\n${words}\n\n`)
  expect(mail.html).toContain(
    `alt="Chart of vape from 10:16 AM CST to 10:36 AM CST, with the alert level of 50. ${words}"`,
  )
  expect(mail.headers.find(({ key }) => key === 'content-type')?.value).toContain('multipart/alternative')
})

test('the picture is in the units of the reader', async () => {
  const school = await notifiedSchool()
  const { ann, db, report, room, run, time, to } = school
  const settings = JSON.stringify({ Measurement: 'Imperial', Clock: '24h' })
  await db.updateTable('app_user').set({ settings }).where('id', '=', ann.id).execute()
  const rules = JSON.stringify({ Rules: { Temperature: { RaiseLevel: 30, ClearLevel: 29, RaiseHold: 0 } } })
  await db.updateTable('device').set({ settings: rules }).where('id', '=', room.id).execute()
  await report(room, { temperature: 20 }, time.now - 5 * minute)
  await report(room, { temperature: 35 })
  await run()
  expect(to(ann)[0]?.text).toContain(
    'In the 20 min before, temperature was 68.0 °F. Its highest value since is 95.0 °F, at 10:36 CST.',
  )
  expect(to(ann)[0]?.attachments).toHaveLength(2)
})

test('people with the same units get the same picture of an event', async () => {
  const school = await notifiedSchool()
  const { district, make, subscribe, to } = school
  const bo = await make.user({ site: district })
  await subscribe({ site: district, users: [bo] })
  await vapeAfterCleanAir(school)
  await school.run()
  const [anns, bos] = [school.ann, bo].map((user) => to(user)[0]?.attachments[0]?.content)
  expect(anns).toBeDefined()
  expect(bos).toEqual(anns)
})

test('the email of the end shows the whole alert', async () => {
  const school = await notifiedSchool()
  const { ann, fresh, room, time, to, wait } = school
  await vapeAfterCleanAir(school)
  await school.run()
  time.now += 13 * minute
  await fresh(room)
  await wait(60)
  const ended = to(ann)[1]
  expect(ended?.subject).toMatch(/^Ended/)
  expect(ended?.attachments).toHaveLength(2)
  expect(ended?.text).toContain('In the 20 min before, vape was 10. Its highest value since is 90')
})

test('a retry sends the same picture under the same content id', async () => {
  const school = await notifiedSchool()
  const { ann, db, report, room, sink, to, wait } = school
  sink.refusals.push({ code: 451, text: 'later' })
  await vapeAfterCleanAir(school)
  await school.run()
  const { id, sealed_body } = await db
    .selectFrom('message')
    .select(['id', 'sealed_body'])
    .executeTakeFirstOrThrow()
  expect(sealed_body).not.toBeNull()
  // Readings in between change nothing.
  await report(room, { vape: 95 })
  await wait(60)
  const [mail] = to(ann)
  expect(mail?.messageId).toBe(`<${id}@portal.example.org>`)
  expect(mail?.attachments[0]?.contentId).toBe(`<${id}.picture@portal.example.org>`)
  expect(mail?.text).toContain('Its highest value since is 90')
})

test('an alert that is not based on readings has no picture', async () => {
  const school = await notifiedSchool()
  const { ann, db, findSilent, fresh, room, time, to, wait } = school
  await fresh(room)
  time.now += 20 * minute
  await findSilent()
  await wait(300, 60)
  expect(to(ann)[0]?.subject).toContain('offline')
  expect(to(ann)[0]?.attachments).toEqual([])
  expect(await db.selectFrom('message').selectAll().execute()).toHaveLength(1)
})

test('an email goes out without a picture if the readings cannot be read', async () => {
  const school = await notifiedSchool()
  const { ann, db, to } = school
  await vapeAfterCleanAir(school)
  await school.follow()
  await db.schema.alterTable('reading').renameTo('reading_away').execute()
  await school.deliver()
  await db.schema.alterTable('reading_away').renameTo('reading').execute()
  expect(to(ann)[0]?.subject).toBe('Vape in Restroom 2F, Lincoln High: 90, level 50')
  expect(to(ann)[0]?.attachments).toEqual([])
  expect(to(ann)[0]?.html).not.toContain('<img')
})
