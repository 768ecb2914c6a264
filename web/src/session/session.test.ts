import type { SiteSettings } from '@eot/contract/settings'
import { type User, users } from '@eot/contract/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'
import { call } from '../lib/api/api.ts'
import { writeExpiring } from '../lib/api/expiring-storage.ts'
import { subjectOf } from '../lib/api/id-token.ts'
import { clearTokens, storeTokens } from '../lib/api/tokens.ts'

vi.stubGlobal('localStorage', memoryStorage())
vi.stubGlobal('document', { documentElement: { dataset: {}, classList: { toggle: () => false } } })
// Reads the tokens when it is evaluated.
const { onSession, openSession, rereadSession, sessionState, showUser } = await import('./session.ts')

const permissionsPath = '/api/users/me/permissions'
const sitePath = '/api/sites/me/path'
const userPath = '/api/users/me'
const settingsPath = '/api/sites/s?populate=simple'

/** What the server answers. */
let answers: Record<string, unknown> = {}
const asked: string[] = []
/** The users whose tokens were sent, in order; undefined: none. */
const sentFor: unknown[] = []
/** Called before a request is answered. */
let beforeAnswer = (_path: string) => {}
vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
  asked.push(path)
  sentFor.push(subjectOf(headers.get('authorization')?.replace('Bearer ', '')))
  beforeAnswer(path)
  const answer = answers[path]
  return answer === undefined ? new Response('{}', { status: 503 }) : new Response(JSON.stringify(answer))
})

const user = (other: Partial<User> = {}) => ({
  Id: 'u',
  FullName: 'M. Reyes',
  Settings: { Theme: 'Default' },
  Version: 1,
  ...other,
})
const withSettings = (Settings: SiteSettings) => ({ [settingsPath]: { Settings } })

function signIn(name: string) {
  const [AccessToken, RefreshToken] = [`access ${name}`, `refresh ${name}`]
  storeTokens({ AccessToken, RefreshToken, IdToken: '', ForceTwoFactorAuthSetup: false })
}

/** As the sign-in form does; `elsewhere`: in another tab, whose event has not arrived yet. */
function signInAs(user: string, elsewhere = false) {
  const claims = Buffer.from(JSON.stringify({ sub: user })).toString('base64url')
  const AccessToken = `e30.${claims}.signature`
  const tokens = { AccessToken, RefreshToken: user, IdToken: '', ForceTwoFactorAuthSetup: false }
  if (elsewhere) writeExpiring(localStorage, 'eot.tokens', tokens, 7)
  else storeTokens(tokens)
}

function session() {
  const state = sessionState()
  if (state.phase !== 'authorized') throw new Error(`the session is ${state.phase}`)
  return state.session
}

beforeEach(async () => {
  clearTokens()
  signIn('one')
  beforeAnswer = () => {}
  answers = {
    [permissionsPath]: { Priority: 20, Permissions: [] },
    [sitePath]: {
      siteId: 's',
      name: 'School',
      parentSites: [],
      subSites: [],
      timeZone: 'Europe/Berlin',
      inactive: null,
    },
    [userPath]: user(),
    ...withSettings({}),
  }
  await openSession()
  asked.length = 0
  sentFor.length = 0
})

test('new tokens, as after a change of the role, bring the rights of the new role', async () => {
  answers[permissionsPath] = {
    Priority: 80,
    Permissions: [{ Url: '/users', Key: 'ViewUsers', ActionName: 'View' }],
  }
  signIn('two')
  await vi.waitFor(() => expect(session().priority).toBe(80), 60_000)
  expect(session().permissionKeys).toEqual(new Set(['ViewUsers']))
})

test('new defaults of the site are shown once the session is read again', async () => {
  Object.assign(answers, withSettings({ Theme: 'Dark', Measurement: 'Imperial' }))
  await rereadSession()
  expect(session()).toMatchObject({ theme: 'Dark', measurement: 'Imperial' })
})

test('what somebody else has changed about the user is shown', async () => {
  answers[userPath] = user({ FullName: 'M. Okafor', Version: 2 })
  await rereadSession()
  expect(session().user.FullName).toBe('M. Okafor')
})

test('a choice that is not stored yet stays', async () => {
  showUser({ ...session().user, Settings: { Theme: 'Light' } })
  await rereadSession()
  expect(session().theme).toBe('Light')
})

test.each([permissionsPath, sitePath, userPath, settingsPath])(
  'the session stays as it is if %s cannot be read',
  async (path) => {
    Object.assign(answers, withSettings({ Theme: 'Dark' }))
    await openSession()
    const before = session()
    answers[path] = undefined
    await rereadSession()
    expect(session()).toEqual(before)
  },
)

test('the session of another user is not shown', async () => {
  answers[userPath] = user({ Id: 'v', FullName: 'J. Tran', Version: 7 })
  await rereadSession()
  expect(session().user.FullName).toBe('M. Reyes')
})

test('reasons that arise during a reading cause one more, which shows the newest state', async () => {
  const first = rereadSession()
  await Promise.resolve()
  answers[userPath] = user({ FullName: 'M. Soto', Version: 9 })
  await Promise.all([first, rereadSession(), rereadSession()])
  expect(asked.filter((path) => path === permissionsPath)).toHaveLength(2)
  expect(session().user.FullName).toBe('M. Soto')
})

test('somebody else who signs in, in another tab, replaces the session at once', async () => {
  signInAs('u')
  await openSession()
  const phases: string[] = []
  const stop = onSession(() => phases.push(sessionState().phase))
  signInAs('v')
  stop()
  expect(phases).toEqual(['none', 'unchecked'])
  answers[userPath] = user({ Id: 'v', FullName: 'J. Tran' })
  await openSession()
  expect(session().user.FullName).toBe('J. Tran')
})

test('no request of the page is sent as somebody else, even before the event of their tab arrives', async () => {
  signInAs('u')
  await openSession()
  sentFor.length = 0
  signInAs('v', true)
  await call(users.me).catch(() => undefined)
  expect(sessionState().phase).toBe('unchecked')
  await call(users.me).catch(() => undefined)
  expect(sentFor).toEqual([undefined, undefined])
  await openSession()
  await call(users.me)
  expect(sentFor.at(-1)).toBe('v')
})

test('the session is that of one user, also if somebody else signs in while it is created', async () => {
  clearTokens()
  signInAs('u')
  beforeAnswer = (path) => {
    if (path !== permissionsPath || sentFor.at(-1) !== 'u') return
    answers[userPath] = user({ Id: 'v', FullName: 'J. Tran' })
    answers[permissionsPath] = { Priority: 80, Permissions: [] }
    signInAs('v')
  }
  await openSession()
  expect(session()).toMatchObject({ priority: 80, user: { FullName: 'J. Tran' } })
  expect(asked.filter((path) => path === permissionsPath)).toHaveLength(2)
})

test('the session ends, with a message, at the first request after its tokens have expired', async () => {
  signInAs('u')
  await openSession()
  localStorage.removeItem('eot.tokens')
  await call(users.me).catch(() => undefined)
  expect(sessionState()).toEqual({ phase: 'none', ended: 'refused' })
})
