import { alerts } from '@eot/contract/alerts'
import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { ingest } from '@eot/contract/ingest'
import { sites } from '@eot/contract/sites'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { linkOf, setUpSecondFactor, temporaryPasswordOf } from '../test/second-factor.ts'
import { problemOf, testApp } from '../test/test-app.ts'
import { totpCode } from './platform/totp.ts'

const app = await testApp()
const { call, db, mailsTo, make, pool, signIn } = app
const good = 'a fine new phrase'
let count = 0

const roleId = async (name: string) =>
  (await db.selectFrom('role').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
const newestMail = async (email: string) => (await mailsTo(email)).at(-1)?.text ?? ''
const newEmail = () => `new${++count}@example.org`
const login = ({ email, password }: { email: string; password: string }) =>
  call(auth.login, { body: { Email: email, Password: password } })

async function withSecondFactor() {
  const as = await signIn()
  return { user: as.user, ...(await setUpSecondFactor(app, as)) }
}

type Act = () => Promise<{ status: number; text: string }>

/** For each call that changes something: what is there before, the call, and the rows of the audit log it leaves. */
const changes = new Map<Endpoint, [rows: string[], arrange: () => Promise<Act>]>([
  [
    auth.login,
    [
      ['session.started'],
      async () => {
        const user = await make.user()
        return () => login(user)
      },
    ],
  ],
  [
    auth.mfa,
    [
      ['session.started'],
      async () => {
        const as = await signIn()
        const { nextCode } = await setUpSecondFactor(app, as)
        const Session = problemOf(await login(as.user)).SessionToken ?? ''
        const body = { Email: as.user.email, Session, Code: nextCode() }
        return () => call(auth.mfa, { body })
      },
    ],
  ],
  [
    auth.updatePassword,
    [
      ['password.changed', 'session.started'],
      async () => {
        const user = await make.user()
        const as = await signIn(await make.user({ site: user.site }))
        await call(users.resendPassword, { params: { id: user.id } }, { as })
        const password = temporaryPasswordOf(await newestMail(user.email))
        const Session = problemOf(await login({ ...user, password })).SessionToken ?? ''
        return () => call(auth.updatePassword, { body: { Email: user.email, Session, Password: good } })
      },
    ],
  ],
  [
    auth.logout,
    [
      ['session.ended'],
      async () => {
        const { RefreshToken } = await signIn()
        return () => call(auth.logout, { body: { RefreshToken } })
      },
    ],
  ],
  [
    auth.register,
    [
      ['user.registered'],
      async () => {
        const { id } = await make.site()
        const body = { SiteId: id, FullName: 'Ann', Email: newEmail(), Password: good }
        return () => call(auth.register, { body })
      },
    ],
  ],
  [
    auth.confirm,
    [
      ['user.confirmed'],
      async () => {
        const user = await make.user({ confirmed_at: null })
        await call(auth.resend, { body: { Email: user.email } })
        const ConformationCode = linkOf(await newestMail(user.email), '/confirm').get('code') ?? ''
        return () => call(auth.confirm, { body: { Email: user.email, ConformationCode } })
      },
    ],
  ],
  [
    auth.alter,
    [
      ['password.reset'],
      async () => {
        const { email: Email } = await make.user()
        await call(auth.reset, { body: { Email } })
        const ResetCode = linkOf(await newestMail(Email), '/reset').get('code') ?? ''
        return () => call(auth.alter, { body: { Email, ResetCode, Password: good } })
      },
    ],
  ],
  [
    auth.registerSite,
    [
      ['site.registered', 'user.created', 'device.claimed'],
      async () => {
        const { mac } = await make.device({ site: null })
        const body = { MacAddress: mac, FullName: 'Ann', Email: newEmail(), Name: 'A', TimeZone: 'UTC' }
        return () => call(auth.registerSite, { body })
      },
    ],
  ],
  [
    users.create,
    [
      ['user.invited'],
      async () => {
        const as = await signIn()
        const body = { FullName: 'Ann', Email: newEmail(), UserRole: await roleId('Viewer') }
        return () => call(users.create, { body }, { as })
      },
    ],
  ],
  [
    users.changePassword,
    [
      ['password.changed', 'session.started'],
      async () => {
        const as = await signIn()
        const body = { OldPassword: as.user.password, NewPassword: good }
        return () => call(users.changePassword, { body }, { as })
      },
    ],
  ],
  [
    users.resendPassword,
    [
      ['user.password_resent'],
      async () => {
        const as = await signIn()
        const { id } = await make.user({ site: as.user.site })
        return () => call(users.resendPassword, { params: { id } }, { as })
      },
    ],
  ],
  [
    twoFactor.request,
    [
      ['second_factor.requested'],
      async () => {
        const as = await signIn()
        return () => call(twoFactor.request, { body: {} }, { as })
      },
    ],
  ],
  [
    twoFactor.verify,
    [
      ['second_factor.enabled', 'session.started'],
      async () => {
        const as = await signIn()
        const { Secret } = (await call(twoFactor.request, { body: {} }, { as })).data
        return () => call(twoFactor.verify, { body: { Code: totpCode(Secret, app.clock()) } }, { as })
      },
    ],
  ],
  [
    twoFactor.disable,
    [
      ['second_factor.disabled', 'session.started'],
      async () => {
        const { tokens, user } = await withSecondFactor()
        return () => call(twoFactor.disable, { body: { Password: user.password } }, { as: tokens })
      },
    ],
  ],
  [
    twoFactor.renewRecoveryCodes,
    [
      ['second_factor.recovery_codes_renewed'],
      async () => {
        const { tokens, user } = await withSecondFactor()
        return () => call(twoFactor.renewRecoveryCodes, { body: { Password: user.password } }, { as: tokens })
      },
    ],
  ],
  [
    sites.create,
    [
      ['site.created'],
      async () => {
        const as = await signIn()
        return () => call(sites.create, { body: { Name: 'A new one', TimeZone: 'UTC' } }, { as })
      },
    ],
  ],
  [
    sites.createGatewayToken,
    [
      ['gateway_token.created'],
      async () => {
        const as = await signIn()
        const params = { id: as.user.site.id }
        return () => call(sites.createGatewayToken, { params, body: { Name: 'A' } }, { as })
      },
    ],
  ],
  [
    sites.revokeGatewayToken,
    [
      ['gateway_token.revoked'],
      async () => {
        const as = await signIn()
        const { id } = as.user.site
        const { data } = await call(sites.createGatewayToken, { params: { id }, body: { Name: 'A' } }, { as })
        return () => call(sites.revokeGatewayToken, { params: { id, tokenId: data.Id } }, { as })
      },
    ],
  ],
  [
    devices.create,
    [
      ['device.created'],
      async () => {
        const as = await signIn()
        const model = await db.selectFrom('device_model').select('id').executeTakeFirstOrThrow()
        const body = { Name: 'A', Mac: `02:00:00:00:00:${10 + ++count}`, Model: model.id }
        return () => call(devices.create, { body }, { as })
      },
    ],
  ],
  [
    devices.endAlerts,
    [
      ['device.alerts_ended'],
      async () => {
        const as = await signIn()
        const { id } = await make.device({ site: as.user.site })
        // From its first time on the program keeps a state of the device.
        await call(devices.endAlerts, { params: { id } }, { as })
        return () => call(devices.endAlerts, { params: { id } }, { as })
      },
    ],
  ],
  [
    alerts.update,
    [
      ['alert.confirmed'],
      async () => {
        const as = await signIn()
        const { id } = await make.alert({ device: await make.device({ site: as.user.site }) })
        return () => call(alerts.update, { params: { id }, body: { Confirmed: true } }, { as })
      },
    ],
  ],
])

/** Calls that are not GET and leave no row of their own, and why that is right. */
const silent = new Map<Endpoint, string>([
  [auth.refresh, 'continues a session that was written down when it started'],
  [auth.resend, 'only asks for a mail; its code is written down when it is made'],
  [auth.reset, 'only asks for a mail; its code is written down when it is made'],
  [auth.verifyDevice, 'changes nothing'],
  [auth.verifyUser, 'changes nothing'],
  [auth.azureRedirect, 'needs a provider: single-sign-on.test.ts'],
  [ingest.readings, 'takes what a device measures'],
  [ingest.bulk, 'takes what a device measures'],
])

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const newest = async () => {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_event')
  return rows[0]?.id ?? 0
}
const actionsAfter = async (id: number) => {
  const text = 'select action from audit_event where id > $1 order by id'
  return (await pool.query<{ action: string }>(text, [id])).rows.map(({ action }) => action)
}

test('each call that may change something is in one of the two lists', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(nameOf)
  expect([...changes.keys(), ...silent.keys()].map(nameOf).toSorted()).toEqual(writing.toSorted())
})

const named = [...changes].map(([endpoint, [rows, arrange]]) => [nameOf(endpoint), rows, arrange] as const)

test.each(named)('%s leaves %j in the audit log and nothing else', async (_name, rows, arrange) => {
  const act = await arrange()
  const before = await newest()
  const { status, text } = await act()
  expect(status, text).toBeLessThan(300)
  expect(await actionsAfter(before)).toEqual(rows)
})

/** What every table holds, but for the counts of attempts, which outlive what was attempted. */
async function contents(): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'sign_in_failure'`,
  )
  const hashes = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ hash: string }>(
      `select md5(coalesce(string_agg(row, '|' order by row), '')) as hash from (select (to_jsonb(t) - 'tries')::text as row from ${name} t) rows`,
    )
    return [name, rows[0]?.hash ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

test.each(named)(
  '%s changes nothing where its row cannot be written, and says to come back',
  async (_name, _rows, arrange) => {
    const act = await arrange()
    const before = await contents()
    await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`)
    await pool.query(
      'create trigger refuse before insert on audit_event for each row execute function refuse()',
    )
    try {
      expect((await act()).status).toBe(503)
    } finally {
      await pool.query('drop function refuse cascade')
    }
    expect(await contents()).toEqual(before)
    expect((await act()).status).toBeLessThan(300)
  },
)
