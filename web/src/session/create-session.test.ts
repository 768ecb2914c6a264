import type { GrantedPermissions, User } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { ApiError } from '../lib/api/api-error.ts'
import { createSession, type SessionReads } from './create-session.ts'

const tokens = { AccessToken: 'a', ForceTwoFactorAuthSetup: false }
const site = {
  siteId: 's',
  name: 'School',
  parentSites: [],
  subSites: [],
  timeZone: 'Europe/Berlin',
  inactive: null,
}
const granted = (...Permissions: GrantedPermissions['Permissions']) => ({ Priority: 60, Permissions })
const view = { Url: '/alerts', Key: 'ViewAlerts', ActionName: 'View' }

const user = (Settings: User['Settings'] = {}) =>
  ({ Id: 'u', FullName: 'M. Reyes', Site: { Id: 's', Name: 'School' }, Settings }) as User // no other field is used

const reads = (other: Partial<SessionReads> = {}): SessionReads => ({
  permissions: async () => granted(view),
  site: async () => site,
  user: async () => user(),
  siteSettings: async () => ({}),
  ...other,
})

const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'unknown', 'no'))

test('a session contains the user, the site, the rights and the units', async () => {
  const outcome = await createSession(tokens, reads())
  expect(outcome).toMatchObject({
    session: { site, priority: 60, measurement: 'Metric', theme: 'Auto', user: { FullName: 'M. Reyes' } },
  })
})

test.each([
  ['no token', undefined, {}, 'invalid_access_token'],
  [
    'a token that only opens the two-factor setup',
    { ...tokens, ForceTwoFactorAuthSetup: true },
    {},
    'force_two_factor_auth_setup',
  ],
  ['refused permissions', tokens, { permissions: refuse(403) }, 'invalid_permissions'],
  ['no site', tokens, { site: refuse(404) }, 'failed_to_get_siteId'],
  ['no user', tokens, { user: refuse(404) }, 'could_not_find_user'],
  ['permissions without a response', tokens, { permissions: refuse(504) }, 'timeout'],
  ['a user without a response', tokens, { user: refuse(504) }, 'timeout'],
  ['no connection', tokens, { site: refuse(0) }, 'timeout'],
] as const)('%s: no session', async (_, given, other, failure) => {
  expect(await createSession(given, reads(other))).toMatchObject({ failure })
})

test('a second factor required since the session began must be set up', async () => {
  const demand = () => Promise.reject(new ApiError(403, 'two_factor_setup_required', 'set up first'))
  const outcome = await createSession(tokens, reads({ permissions: demand }))
  expect(outcome).toMatchObject({ failure: 'force_two_factor_auth_setup' })
})

test('neither site nor user is requested when the permissions are refused', async () => {
  const requested: string[] = []
  const note = (name: string) => async () => {
    requested.push(name)
    return site as never
  }
  await createSession(tokens, reads({ permissions: refuse(401), site: note('site'), user: note('user') }))
  expect(requested).toEqual([])
})

test('a setting the user has not made comes from the site', async () => {
  const siteSettings = async () => ({ Theme: 'Dark', Measurement: 'Imperial' }) as const
  const outcome = await createSession(
    tokens,
    reads({ user: async () => user({ Theme: 'Default' }), siteSettings }),
  )
  expect(outcome).toMatchObject({ session: { theme: 'Dark', measurement: 'Imperial' } })
})

test('unreadable site settings do not prevent a session', async () => {
  const outcome = await createSession(tokens, reads({ siteSettings: refuse(504) }))
  expect(outcome).toMatchObject({ session: { theme: 'Auto', measurement: 'Metric' } })
})
