import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { temporaryPasswordOf } from '../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { advance, call, clock, db, mailsTo, make, signIn } = await testApp()
const day = 86_400_000
const good = 'a fine new phrase'
const roles = new Map(
  (await db.selectFrom('role').selectAll().execute()).map(({ id, name }) => [name, id] as const),
)
let count = 0

const invitation = (given: { FullName?: string; Site?: string; UserRole?: string; Email?: string } = {}) => ({
  FullName: 'Ann Bergmann',
  Email: `invited${++count}@example.org`,
  UserRole: roles.get('Viewer') ?? '',
  ...given,
})
const login = (email: string, password: string) =>
  call(auth.login, { body: { Email: email, Password: password } })
const temporary = async (email: string) => temporaryPasswordOf((await mailsTo(email)).at(-1)?.text ?? '')

test('an invited user signs in with the emailed password and must choose another', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const body = invitation()
  const created = await call(users.create, { body }, { as })
  expect(created).toMatchObject({ status: 201, data: { Email: body.Email, Site: { Id: as.user.site.id } } })
  const password = await temporary(body.Email)
  const refused = problemOf(await login(body.Email, password))
  expect(refused).toMatchObject({ status: 400, ErrorDetail: 'New password required' })
  const choose = (Password: string) =>
    call(auth.updatePassword, { body: { Email: body.Email, Session: refused.SessionToken ?? '', Password } })
  for (const bad of ['short', 'annbergmann', password])
    expect(problemOf(await choose(bad)).Errors?.[0]?.Path).toBe('Password')
  const tokens = await choose(good)
  expect(tokens.status).toBe(200)
  expect((await call(users.me, {}, { as: tokens.data })).data.FullName).toBe('Ann Bergmann')
  expect(problemOf(await choose('another new phrase')).ErrorDetail).toBe('Session is expired')
  expect((await login(body.Email, password)).status).toBe(400)
  expect((await login(body.Email, good)).status).toBe(200)
})

test('a temporary password expires after seven days, and a new one can be sent', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const body = invitation()
  const { data } = await call(users.create, { body }, { as })
  const first = await temporary(body.Email)
  advance(7 * day)
  expect(problemOf(await login(body.Email, first)).ErrorDetail).toBe('Temporary password expired')
  const again = await signIn(as.user)
  expect((await call(users.resendPassword, { params: { id: data.Id } }, { as: again })).status).toBe(204)
  const second = await temporary(body.Email)
  expect(problemOf(await login(body.Email, first)).ErrorDetail).toBe('Invalid credentials')
  expect(problemOf(await login(body.Email, second)).ErrorDetail).toBe('New password required')
})

test('a new temporary password revokes the old one and ends all sessions', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const user = await signIn(await make.user({ site: as.user.site, role: 'Viewer' }))
  await call(users.resendPassword, { params: { id: user.user.id } }, { as })
  const password = await temporary(user.user.email)
  advance(1000)
  expect((await call(users.me, {}, { as: user })).status).toBe(401)
  expect(problemOf(await login(user.user.email, user.user.password)).ErrorDetail).toBe('Invalid credentials')
  expect(problemOf(await login(user.user.email, password)).ErrorDetail).toBe('New password required')
})

test('signing in with a temporary password proves an unconfirmed address, if it was sent there', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const { id, email, password } = await make.user({
    site: as.user.site,
    confirmed_at: null,
    last_sign_in_at: clock(),
  })
  expect(problemOf(await login(email, password)).ErrorDetail).toBe('User not confirmed')
  const resend = () => call(users.resendPassword, { params: { id } }, { as })
  await resend()
  const lost = await temporary(email)
  const moved = `moved.${email}`
  await call(users.update, { params: { id }, body: { Email: moved } }, { as })
  expect(problemOf(await login(moved, lost)).ErrorDetail).toBe('Invalid credentials')
  await mailsTo(moved) // the link to confirm the address, which is not used
  await resend()
  const refused = problemOf(await login(moved, await temporary(moved)))
  expect(refused.ErrorDetail).toBe('New password required')
  const Session = refused.SessionToken ?? ''
  await call(auth.updatePassword, { body: { Email: moved, Session, Password: good } })
  expect((await login(moved, good)).status).toBe(200)
})

test('a temporary password sent to a wrong address does not work once the address is corrected', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const body = invitation()
  const { data } = await call(users.create, { body }, { as })
  const lost = await temporary(body.Email)
  const Email = `right.${body.Email}`
  await call(users.update, { params: { id: data.Id }, body: { Email } }, { as })
  expect(problemOf(await login(Email, lost)).ErrorDetail).toBe('Invalid credentials')
  expect(problemOf(await login(Email, await temporary(Email))).ErrorDetail).toBe('New password required')
})

test('an invited user whose address is corrected while inactive is invited there when activated', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const body = invitation()
  const { data } = await call(users.create, { body }, { as })
  const lost = await temporary(body.Email)
  const Email = `right.${body.Email}`
  const params = { id: data.Id }
  await call(users.update, { params, body: { IsActive: false, Email } }, { as })
  expect(await mailsTo(Email)).toEqual([])
  await call(users.update, { params, body: { IsActive: true } }, { as })
  expect(problemOf(await login(Email, lost)).ErrorDetail).toBe('Invalid credentials')
  expect(problemOf(await login(Email, await temporary(Email))).ErrorDetail).toBe('New password required')
})

test('a waiting email with a password or code is not sent to an address that the user no longer has', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const move = (id: string, Email: string) => call(users.update, { params: { id }, body: { Email } }, { as })
  const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

  const body = invitation()
  const { data } = await call(users.create, { body }, { as })
  await move(data.Id, `right.${body.Email}`)
  expect(await subjectsTo(body.Email)).toEqual([])
  expect(await subjectsTo(`right.${body.Email}`)).toEqual(['Welcome to EoT LIVE'])

  const { id, email } = await make.user({ site: as.user.site, role: 'Viewer' })
  await call(users.resendPassword, { params: { id } }, { as })
  await move(id, `second.${email}`)
  await move(id, `third.${email}`)
  expect(await subjectsTo(email)).toEqual(['Your email address was changed'])
  expect(await subjectsTo(`second.${email}`)).toEqual([])
  expect(await subjectsTo(`third.${email}`)).toEqual(['Confirm your new email address'])
})

test('nobody can invite or reset a user in a role above their own', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const above = await make.user({ site: as.user.site, role: 'Site Administrator' })
  const invited = await call(
    users.create,
    { body: invitation({ UserRole: roles.get('Site Administrator') ?? '' }) },
    { as },
  )
  expect(problemOf(invited)).toMatchObject({ status: 403, ErrorCode: 'role_above_own' })
  const reset = await call(users.resendPassword, { params: { id: above.id } }, { as })
  expect(problemOf(reset)).toMatchObject({ status: 403, ErrorCode: 'role_above_own' })
  expect(await mailsTo(above.email)).toEqual([])
})

test("users can be invited only into the inviter's own site and the sites below it", async () => {
  const as = await signIn({ role: 'Site Manager' })
  const below = await make.site({ parent: as.user.site })
  const invite = (Site: string) => call(users.create, { body: invitation({ Site }) }, { as })
  expect((await invite(below.id)).data.Site.Id).toBe(below.id)
  expect(problemOf(await invite((await make.site()).id)).ErrorCode).toBe('site_not_found')
})

test('an invitation is rejected for an email address already in use, regardless of case, or an unknown role', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const taken = await make.user()
  const invite = (given: object) => call(users.create, { body: invitation(given) }, { as })
  expect(problemOf(await invite({ Email: taken.email.toUpperCase() }))).toMatchObject({
    status: 409,
    ErrorCode: 'email_taken',
  })
  expect(problemOf(await invite({ UserRole: taken.id })).ErrorCode).toBe('role_not_found')
  expect(problemOf(await invite({ Email: 'a@b\r\nbcc: c@example.org' })).ErrorCode).toBe('invalid_request')
})

test('one user can send at most fifty invitations an hour, even in parallel', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const sendTwo = () => Promise.all([1, 2].map(() => call(users.create, { body: invitation() }, { as })))
  const statuses: number[] = []
  for (let n = 0; n < 27; n++) for (const { status } of await sendTwo()) statuses.push(status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const colleague = await signIn({ role: 'Site Manager', site: as.user.site })
  expect((await call(users.create, { body: invitation() }, { as: colleague })).status).toBe(201)
})

test('the sites of one customer can send at most two hundred invitations a day together', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const below = await make.site({ parent: as.user.site })
  for (let n = 0; n < 199; n++)
    await make.mail({ kind: 'Invitation', site_id: below.id, created_at: clock() })
  const invite = () => call(users.create, { body: invitation() }, { as })
  expect((await invite()).status).toBe(201)
  expect(problemOf(await invite())).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  const elsewhere = await signIn({ role: 'Site Manager' })
  expect((await call(users.create, { body: invitation() }, { as: elsewhere })).status).toBe(201)
})

test.each(['invited', 'joined'])(
  'changes of the address of %s users count as invitations, per user who changes them and per customer',
  async (state) => {
    const as = await signIn({ role: 'Site Manager' })
    const colleague = await signIn({ role: 'Site Manager', site: as.user.site })
    const joined = state === 'joined' ? {} : { password_hash: null }
    const user = await make.user({ site: as.user.site, role: 'Viewer', ...joined })
    const params = { id: user.id }
    const move = (by: typeof as, Email = invitation().Email) =>
      call(users.update, { params, body: { Email } }, { as: by })
    const isRefused = { status: 429, ErrorCode: 'rate_limited' }
    /** Creates earlier emails. */
    async function send(mails: number, inviterId: string) {
      const details = JSON.stringify({ inviterId })
      for (let n = 0; n < mails; n++)
        await make.mail({ user, kind: 'Invitation', details, created_at: clock() })
    }

    await send(49, as.user.id)
    expect((await move(as)).status).toBe(200)
    const Email = invitation().Email
    expect(problemOf(await move(as, Email))).toMatchObject(isRefused)
    expect(await mailsTo(Email)).toEqual([])
    expect((await call(users.get, { params }, { as })).data.Email).not.toBe(Email)
    expect(problemOf(await call(users.create, { body: invitation() }, { as }))).toMatchObject(isRefused)
    expect((await move(colleague)).status).toBe(200)

    await send(148, user.id)
    expect((await move(colleague)).status).toBe(200)
    expect(problemOf(await move(colleague))).toMatchObject(isRefused)
  },
)

test('one address gets at most five emails an hour, however often it is given to a user and taken back', async () => {
  const as = await signIn({ role: 'Site Manager' })
  const { site } = as.user
  const joined = await make.user({ site, role: 'Viewer' })
  const invited = await make.user({ site, role: 'Viewer', password_hash: null })
  const target = 'somebody.else@example.org'
  const move = (id: string, Email: string) => call(users.update, { params: { id }, body: { Email } }, { as })
  for (const { id, email } of [joined, invited, joined, invited, joined]) {
    expect((await move(id, target.toUpperCase())).status).toBe(200)
    await mailsTo(target)
    expect((await move(id, email)).status).toBe(200)
  }
  for (const { id } of [joined, invited])
    expect(problemOf(await move(id, target))).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  expect(await mailsTo(target)).toHaveLength(5)
})

test('a name that contains a link, of the inviter or the invited user, never reaches the email', async () => {
  const as = await signIn({ role: 'Site Manager', full_name: 'Win at https://evil.example' })
  const body = invitation({ FullName: 'Ann, see www.evil.example' })
  await call(users.create, { body }, { as })
  const [mail] = await mailsTo(body.Email)
  expect(mail?.text).toMatch(/^Hello,\n\nAn administrator invited you/)
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil.example')
})
