import { createHash } from 'node:crypto'
import { auth } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { followTo, startRealProvider } from '../../../test/real-provider.ts'
import { linkOf, setUpSecondFactor, temporaryPasswordOf } from '../../../test/second-factor.ts'
import { problemOf, publicUrl, testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createOidcClient } from '../../platform/oidc.ts'

const redirectUri = `${publicUrl}/azure`
const provider = await startRealProvider(redirectUri)
afterAll(provider.stop)
const app = await testApp({ provider: createOidcClient({ ...provider, redirectUri }) })
const { call, db, make, mailsTo, signIn } = app

/** Every secret that was issued and would grant access. */
const issued = new Map<string, string>()
const keep = (what: string, ...secrets: (string | undefined)[]) => {
  for (const secret of secrets) {
    if (!secret || secret.length < 6) throw new Error(`no ${what}`)
    issued.set(secret, what)
  }
}
const cookieOf = (headers: Record<string, unknown>) =>
  String(headers['set-cookie']).split(';')[0]?.split('=')[1]

/** Returns the contents of a database dump as text; bytes are in hexadecimal. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
  const parts = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db)
    parts.push(...rows.map(({ text }) => text))
  }
  return parts.join('\n')
}

test('a copy of the database contains none of the issued secrets in usable form', async () => {
  const tokens = await signIn({ role: 'Site Administrator' })
  const { user } = tokens
  keep('password', user.password)
  keep('token', tokens.AccessToken, tokens.RefreshToken, tokens.IdToken)
  const refreshed = await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
  keep('token', refreshed.data.AccessToken, refreshed.data.RefreshToken)

  const pending = await call(twoFactor.request, { body: {} }, { as: refreshed.data })
  keep('seed that is not verified', pending.data.Secret)
  const factor = await setUpSecondFactor(app, refreshed.data)
  keep('seed', factor.secret)
  keep('recovery code', ...factor.recoveryCodes)
  keep('token', factor.tokens.RefreshToken)
  const login = await call(auth.login, { body: { Email: user.email, Password: user.password } })
  keep('session token', problemOf(login).SessionToken)
  const code = factor.nextCode()
  const body = { Email: user.email, Session: problemOf(login).SessionToken ?? '', Code: code }
  const signedIn = await call(auth.mfa, { body })
  keep('known device', cookieOf(signedIn.headers))
  await call(twoFactor.request, { body: {} }, { as: signedIn.data })

  await call(auth.reset, { body: { Email: user.email } })
  // Emails are delivered in any order.
  const resetMail = (await mailsTo(user.email)).find(({ text }) => text.includes('/reset?'))?.text ?? ''
  keep('reset code', linkOf(resetMail, '/reset').get('code') ?? '')

  const role = await db.selectFrom('role').where('name', '=', 'Viewer').select('id').executeTakeFirstOrThrow()
  const invited = { FullName: 'Ann', Email: 'ann@example.org', UserRole: role.id }
  await call(users.create, { body: invited }, { as: signedIn.data })
  const temporary = temporaryPasswordOf((await mailsTo(invited.Email)).at(-1)?.text ?? '')
  keep('temporary password', temporary)
  const first = await call(auth.login, { body: { Email: invited.Email, Password: temporary } })
  keep('session token', problemOf(first).SessionToken)

  const device = await make.device({ site: null })
  keep('device key', device.key)
  const registration = {
    MacAddress: device.mac,
    FullName: 'Bo',
    Email: 'bo@example.org',
    Name: 'Site',
    TimeZone: 'UTC',
  }
  await call(auth.registerSite, { body: registration })
  const confirmation = (await mailsTo(registration.Email)).at(-1)?.text ?? ''
  keep('confirmation code', linkOf(confirmation, '/confirm').get('code') ?? '')

  const begun = await call(auth.azureLogin)
  keep('single sign-on cookie', cookieOf(begun.headers))
  const { searchParams } = new URL(begun.data.Response)
  keep('single sign-on check', searchParams.get('state') ?? '', searchParams.get('nonce') ?? '')
  provider.signsIn({ sub: 'somebody' })
  keep('single sign-on code', (await followTo(redirectUri, begun.data.Response)).code)

  // A mail that is kept instead of sent still contains its code.
  await call(auth.reset, { body: { Email: registration.Email } })
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await createTestJobs({ ...app, log, mailer: undefined }).runDue()
  const kept = lines.map((line) => JSON.parse(line)).find(({ receiver }) => receiver === registration.Email)
  keep('reset code of a kept mail', linkOf(kept.text, '/reset').get('code') ?? '')

  const copy = await dump()
  expect(copy).toContain(user.email)
  expect(copy).toContain(createHash('sha256').update(tokens.RefreshToken).digest('hex'))
  for (const [secret, what] of issued) {
    const written = [
      secret,
      secret.replaceAll('-', ''),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ]
    for (const form of written) expect(copy.includes(form), what).toBe(false)
  }
  expect(issued.size).toBeGreaterThan(25)
})
