import { auth } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { totpCode } from '../../src/platform/totp.ts'
import { linkOf, setUpSecondFactor, temporaryPasswordOf } from '../second-factor.ts'
import { problemOf, type TestApp } from '../test-app.ts'
import { type AuditedChange, newEmail } from './audited-change.ts'

const good = 'a fine new phrase'

const newestMail = async ({ mailsTo }: TestApp, email: string) => (await mailsTo(email)).at(-1)?.text ?? ''
const login = ({ call }: TestApp, { email, password }: { email: string; password: string }) =>
  call(auth.login, { body: { Email: email, Password: password } })

async function withSecondFactor(app: TestApp) {
  const as = await app.signIn()
  return { user: as.user, ...(await setUpSecondFactor(app, as)) }
}

/** Sign-ins, sign-outs, and changes of accounts and second factors. */
export const signInChanges: AuditedChange[] = [
  {
    endpoint: auth.login,
    rows: ['session.started'],
    async arrange(app) {
      const user = await app.make.user()
      return () => login(app, user)
    },
  },
  {
    endpoint: auth.mfa,
    rows: ['session.started'],
    async arrange(app) {
      const { nextCode, user } = await withSecondFactor(app)
      const Session = problemOf(await login(app, user)).SessionToken ?? ''
      const body = { Email: user.email, Session, Code: nextCode() }
      return () => app.call(auth.mfa, { body })
    },
  },
  {
    endpoint: auth.updatePassword,
    rows: ['password.changed', 'session.started'],
    async arrange(app) {
      const user = await app.make.user()
      const as = await app.signIn(await app.make.user({ site: user.site }))
      await app.call(users.resendPassword, { params: { id: user.id } }, { as })
      const password = temporaryPasswordOf(await newestMail(app, user.email))
      const Session = problemOf(await login(app, { ...user, password })).SessionToken ?? ''
      return () => app.call(auth.updatePassword, { body: { Email: user.email, Session, Password: good } })
    },
  },
  {
    endpoint: auth.logout,
    rows: ['session.ended'],
    async arrange({ call, signIn }) {
      const { RefreshToken } = await signIn()
      return () => call(auth.logout, { body: { RefreshToken } })
    },
  },
  {
    endpoint: auth.register,
    rows: ['user.registered'],
    async arrange({ call, make }) {
      const { id } = await make.site()
      const body = { SiteId: id, FullName: 'Ann', Email: newEmail(), Password: good }
      return () => call(auth.register, { body })
    },
  },
  {
    endpoint: auth.confirm,
    rows: ['user.confirmed'],
    async arrange(app) {
      const user = await app.make.user({ confirmed_at: null })
      await app.call(auth.resend, { body: { Email: user.email } })
      const ConformationCode = linkOf(await newestMail(app, user.email), '/confirm').get('code') ?? ''
      return () => app.call(auth.confirm, { body: { Email: user.email, ConformationCode } })
    },
  },
  {
    endpoint: auth.alter,
    rows: ['password.reset'],
    async arrange(app) {
      const { email: Email } = await app.make.user()
      await app.call(auth.reset, { body: { Email } })
      const ResetCode = linkOf(await newestMail(app, Email), '/reset').get('code') ?? ''
      return () => app.call(auth.alter, { body: { Email, ResetCode, Password: good } })
    },
  },
  {
    endpoint: auth.registerSite,
    rows: ['site.registered', 'user.created', 'device.claimed'],
    async arrange({ call, make }) {
      const { mac } = await make.device({ site: null })
      const body = { MacAddress: mac, FullName: 'Ann', Email: newEmail(), Name: 'A', TimeZone: 'UTC' }
      return () => call(auth.registerSite, { body })
    },
  },
  {
    endpoint: users.changePassword,
    rows: ['password.changed', 'session.started'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const body = { OldPassword: as.user.password, NewPassword: good }
      return () => call(users.changePassword, { body }, { as })
    },
  },
  {
    endpoint: twoFactor.request,
    rows: ['second_factor.requested'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(twoFactor.request, { body: {} }, { as })
    },
  },
  {
    endpoint: twoFactor.verify,
    rows: ['second_factor.enabled', 'session.started'],
    async arrange({ call, clock, signIn }) {
      const as = await signIn()
      const { Secret } = (await call(twoFactor.request, { body: {} }, { as })).data
      return () => call(twoFactor.verify, { body: { Code: totpCode(Secret, clock()) } }, { as })
    },
  },
  {
    endpoint: twoFactor.disable,
    rows: ['second_factor.disabled', 'session.started'],
    async arrange(app) {
      const { tokens, user } = await withSecondFactor(app)
      return () => app.call(twoFactor.disable, { body: { Password: user.password } }, { as: tokens })
    },
  },
  {
    endpoint: twoFactor.renewRecoveryCodes,
    rows: ['second_factor.recovery_codes_renewed'],
    async arrange(app) {
      const { tokens, user } = await withSecondFactor(app)
      const body = { Password: user.password }
      return () => app.call(twoFactor.renewRecoveryCodes, { body }, { as: tokens })
    },
  },
]
