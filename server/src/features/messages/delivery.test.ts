import { auth } from '@eot/contract/auth'
import { logs } from '@eot/contract/logs'
import { afterAll, expect, test } from 'vitest'
import { startMailSink } from '../../../test/mail-sink.ts'
import { linkOf } from '../../../test/second-factor.ts'
import { type As, testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createSmtpMailer } from '../../platform/smtp.ts'
import { forgetMessages } from './forget-messages.job.ts'
import { resumePendingMessages } from './request-message.command.ts'

const app = await testApp()
const { advance, call, clock, db, make, signIn } = app
const sink = await startMailSink()
const mailer = createSmtpMailer(sink.url)
afterAll(async () => {
  mailer.close()
  await sink.stop()
})
const lines: string[] = []
const parts = { ...app, log: createLog('info', { write: (line) => void lines.push(line) }) }
const jobs = createTestJobs({ ...parts, mailer })

const reset = (email: string) => call(auth.reset, { body: { Email: email } })
const to = (email: string) => sink.received.filter(({ receivers }) => receivers.includes(email))
const rowOf = (email: string) =>
  db.selectFrom('message').where('receiver', '=', email).selectAll().executeTakeFirstOrThrow()
const inAnHour = () => new Date(clock().getTime() + 3_600_000)

test('a mail is sent as text and HTML, from the portal, to one address', async () => {
  const user = await make.user({ full_name: 'Ann & Bo' })
  await reset(user.email)
  await jobs.runDue()
  const [mail] = to(user.email)
  expect(mail).toMatchObject({
    subject: 'Reset your password',
    envelopeFrom: 'no-reply@portal.example.org',
    receivers: [user.email],
    from: { name: 'EoT LIVE', address: 'no-reply@portal.example.org' },
  })
  expect(mail?.messageId).toMatch(/^<[\w-]+@portal\.example\.org>$/)
  expect(mail?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(mail?.html).toContain('Hello Ann &amp; Bo,')
  const code = linkOf(mail?.text ?? '', '/reset').get('code')
  expect(code).toMatch(/^[\w-]{43}$/)
  expect(mail?.html).toContain(code)
})

test('the text of a sent mail can no longer be read in the database', async () => {
  const user = await make.user()
  await reset(user.email)
  await jobs.runDue()
  expect(await rowOf(user.email)).toMatchObject({ status: 'sent', sealed_body: null, attempts: 1 })
})

test('after a failure exactly the same mail is retried, with increasing delays', async () => {
  const user = await make.user()
  sink.refusals.push({ code: 451, text: 'later' }, { code: 421, text: 'busy' })
  await reset(user.email)
  await jobs.runDue()
  await jobs.runDue()
  const waiting = await rowOf(user.email)
  expect(waiting).toMatchObject({ status: 'composed', attempts: 1, error: expect.stringContaining('later') })
  expect(waiting.sealed_body).toMatch(/^v1:/)
  advance(20_000)
  await jobs.runDue()
  expect(await rowOf(user.email)).toMatchObject({ attempts: 2, error: expect.stringContaining('busy') })
  advance(60_000)
  await jobs.runDue()
  expect(to(user.email)).toHaveLength(1)
  // The same for every attempt, so that a mail server can recognize an email that it has already accepted.
  expect(to(user.email)[0]?.messageId).toBe(`<${waiting.id}@portal.example.org>`)
  const code = linkOf(to(user.email)[0]?.text ?? '', '/reset').get('code') ?? ''
  const body = { Email: user.email, ResetCode: code, Password: 'a fine new phrase' }
  expect((await call(auth.alter, { body })).status).toBe(204)
  await jobs.runDue()
  expect(to(user.email).map(({ subject }) => subject)).toEqual([
    'Reset your password',
    'Your password was changed',
  ])
})

test('a mail that the server rejects permanently is not retried', async () => {
  const user = await make.user()
  sink.refusals.push({ code: 550, text: 'no such mailbox' })
  await reset(user.email)
  await jobs.runDue()
  expect(await rowOf(user.email)).toMatchObject({ status: 'failed', sealed_body: null })
})

test.each(['5.7.1 Relaying denied', '5.4.5 Daily sending limit exceeded', '5.1.8 Bad sender address'])(
  'a mail that the server rejects for a reason of the sender, %s, is sent once it accepts it',
  async (text) => {
    const { email } = await make.user()
    sink.refusedReceivers.set(email, { code: 550, text })
    await reset(email)
    await jobs.runDue()
    expect(await rowOf(email)).toMatchObject({ status: 'composed', error: expect.stringContaining(text) })
    sink.refusedReceivers.clear()
    advance(120_000)
    await jobs.runDue()
    expect(await rowOf(email)).toMatchObject({ status: 'sent', error: null })
  },
)

test('a mail that expires before it is sent is never sent', async () => {
  const user = await make.user()
  await reset(user.email)
  advance(60 * 60_000)
  await jobs.runDue()
  expect(await rowOf(user.email)).toMatchObject({ status: 'expired' })
  expect(to(user.email)).toEqual([])
})

test('each mail is sent by exactly one of many processes that deliver at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => make.user()))
  for (const { email } of people) await reset(email)
  const others = Array.from({ length: 4 }, () => createTestJobs({ ...parts, mailer }))
  await Promise.all(others.map((other) => other.runDue()))
  for (const { email } of people) expect(to(email)).toHaveLength(1)
})

test('a mail domain whose server hangs does not delay other domains', async () => {
  sink.hold((receiver) => receiver.endsWith('@slow.example'))
  const slow = await Promise.all(
    Array.from({ length: 20 }, (_, i) => make.user({ email: `${i}@slow.example` })),
  )
  for (const { email } of slow) await reset(email)
  const quick = await Promise.all(
    Array.from({ length: 5 }, (_, i) => make.user({ email: `a@quick${i}.example` })),
  )
  for (const { email } of quick) await reset(email)
  const running = jobs.runDue()
  for (const { email } of quick) await expect.poll(async () => (await rowOf(email)).status).toBe('sent')
  expect(sink.heldCount()).toBe(2)
  sink.release()
  await running
  for (const { email } of slow) expect(to(email)).toHaveLength(1)
})

test('an unexpected error is stored in the log and the mail retried until it expires', async () => {
  const { id: mail } = await make.mail({ kind: 'Unknown', status: 'requested', expires_at: inAnHour() })
  await resumePendingMessages(db)
  await jobs.runDue()
  const row = () => db.selectFrom('message').where('id', '=', mail).selectAll().executeTakeFirstOrThrow()
  const error = 'unknown kind of email: Unknown'
  expect(await row()).toMatchObject({ status: 'requested', attempts: 1, error })
  advance(20_000)
  await jobs.runDue()
  expect(await row()).toMatchObject({ status: 'requested', attempts: 2, error })
  advance(60 * 60_000)
  await jobs.runDue()
  expect(await row()).toMatchObject({ status: 'expired', attempts: 2, error })
})

test('mails left waiting by an older version are sent exactly once, however often they are picked up', async () => {
  const left = await Promise.all(
    Array.from({ length: 3 }, () =>
      make.mail({ kind: 'PasswordChanged', status: 'requested', expires_at: inAnHour() }),
    ),
  )
  for (let start = 0; start < 3; start++) await resumePendingMessages(db)
  await jobs.runDue()
  await resumePendingMessages(db)
  await jobs.runDue()
  for (const { user } of left) expect(to(user.email)).toHaveLength(1)
})

test('mail is not sent to an address that would reach more than one receiver', async () => {
  const hostile = [
    'a@example.org,b@example.org',
    'Ann <a@example.org>',
    'a@example.org\r\nbcc: c@x.org',
    '"a b"@x.org',
  ]
  for (const email of hostile) {
    const { id } = await make.user({ email })
    await reset(email)
    await jobs.runDue()
    const row = await db.selectFrom('message').where('user_id', '=', id).select('status').executeTakeFirst()
    expect(row?.status, email).toBe('failed')
  }
  // The bodies contain random codes, which may contain any short text.
  const headers = sink.received.map(({ raw }) => raw.split('\r\n\r\n')[0] ?? '')
  expect(headers.filter((text) => /^bcc:|@x\.org|b@example/im.test(text))).toEqual([])
})

test('without a mail server mails are kept, shown to users who may view the log, and printed for the operator', async () => {
  const kept = createTestJobs({ ...parts, mailer: undefined })
  const as = await signIn({ role: 'System Administrator' })
  const user = await make.user({ site: as.user.site })
  const foreign = await make.user()
  for (const { email } of [user, foreign]) await reset(email)
  await reset('nobody@example.org')
  lines.length = 0
  await kept.runDue()
  const printed = lines.map((line) => JSON.parse(line)).find(({ receiver }) => receiver === user.email)
  const { data } = await call(logs.listEmails, {}, { as })
  expect(data.Items).toHaveLength(1)
  expect(data.Total).toBe(1)
  const entry = {
    Receiver: user.email,
    Type: 'PasswordReset',
    Status: 'Kept',
    User: { Id: user.id },
    Site: { Id: as.user.site.id },
  }
  expect(data.Items?.[0]).toMatchObject(entry)
  expect(linkOf(printed.text, '/reset').get('email')).toBe(user.email)
  const read = async (tokens: As) =>
    (await call(logs.getEmail, { params: { id: data.Items?.[0]?.Id ?? '' } }, { as: tokens })).data
  expect(await read(as)).toMatchObject({ ...entry, Text: printed.text })
  advance(60 * 60_000 + 1)
  expect((await read(await signIn(as.user))).Text).toBeNull()
  await forgetMessages(db, clock())
  expect(await rowOf(user.email)).toMatchObject({ status: 'kept', sealed_body: null })
})

test('the log is searched by address, name and subject, and filtered by status and type', async () => {
  const as = await signIn({ role: 'System Administrator' })
  const site = as.user.site
  const ann = await make.user({ site, full_name: 'Ann Bergmann' })
  await make.mail({ user: ann })
  await make.mail({ user: ann, kind: 'Invitation', subject: 'Welcome', status: 'sent' })
  await make.mail({ user: await make.user({ site }), kind: 'PasswordChanged', status: 'composed' })
  const count = async (query: object) =>
    (await call(logs.listEmails, { query: { ...query, CountOnly: true } }, { as })).data.Total
  expect(await count({})).toBe(3)
  for (const search of [ann.email.toUpperCase(), 'bergm']) expect(await count({ search }), search).toBe(2)
  expect(await count({ search: 'welcome' })).toBe(1)
  expect(await count({ Status: 'Kept' })).toBe(1)
  expect(await count({ Status: 'Waiting' })).toBe(1)
  expect(await count({ type: 'Invitation' })).toBe(1)
  expect(await count({ type: ['Invitation', 'PasswordChanged'], Status: 'Sent' })).toBe(1)
})

test('reading the text of a mail is audited, since it may grant access to an account', async () => {
  const as = await signIn({ role: 'System Administrator' })
  const user = await make.user({ site: as.user.site })
  await reset(user.email)
  await createTestJobs({ ...parts, mailer: undefined }).runDue()
  const { id } = await rowOf(user.email)
  const { id: unread } = await make.mail({ user, status: 'sent' })
  expect((await call(logs.getEmail, { params: { id } }, { as })).data.Text).toContain('/reset?')
  expect((await call(logs.getEmail, { params: { id: unread } }, { as })).data.Text).toBeNull()
  const rows = await db
    .selectFrom('audit_entry')
    .where('action', '=', 'mail.read')
    .selectAll()
    .orderBy('id')
    .execute()
  expect(rows.filter(({ subject_id }) => subject_id === unread)).toEqual([])
  expect(rows.find(({ subject_id }) => subject_id === id)).toMatchObject({
    actor_id: as.user.id,
    site_id: as.user.site.id,
    details: { type: 'PasswordReset', user: user.id },
  })
})

test('mail texts are never printed when there is a mail server', async () => {
  lines.length = 0
  const user = await make.user()
  sink.refusals.push({ code: 451, text: 'later' })
  await reset(user.email)
  await jobs.runDue()
  expect(lines.join('')).toContain('a job failed')
  expect(lines.join('')).not.toContain('code=')
})

test('log entries are deleted after ninety days, and requests that reached no one after one', async () => {
  await reset('dropped@example.org')
  await jobs.runDue()
  await expect(rowOf('dropped@example.org')).resolves.toMatchObject({ status: 'dropped' })
  advance(24 * 60 * 60_000 + 1)
  await forgetMessages(db, clock())
  await expect(rowOf('dropped@example.org')).rejects.toThrow()
  const before = await db.selectFrom('message').select('id').execute()
  expect(before.length).toBeGreaterThan(5)
  advance(90 * 24 * 60 * 60_000)
  await forgetMessages(db, clock())
  expect(await db.selectFrom('message').select('id').execute()).toEqual([])
  expect(clock().getTime()).toBeGreaterThan(Date.now())
})
