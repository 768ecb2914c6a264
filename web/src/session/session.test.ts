import type { SiteSettings } from '@eot/contract/settings'
import type { User } from '@eot/contract/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'
import { storeTokens } from '../lib/api/tokens.ts'

vi.stubGlobal('localStorage', memoryStorage())
vi.stubGlobal('document', { documentElement: { dataset: {}, classList: { toggle: () => false } } })
// Reads the tokens when it is evaluated.
const { openSession, rereadSession, sessionState, showUser } = await import('./session.ts')

const permissionsPath = '/api/users/me/permissions'
const sitePath = '/api/sites/me/path'
const userPath = '/api/users/me'
const settingsPath = '/api/sites/s?populate=simple'

/** What the server answers. */
let answers: Record<string, unknown> = {}
const asked: string[] = []
vi.stubGlobal('fetch', async (path: string) => {
  asked.push(path)
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

function session() {
  const state = sessionState()
  if (state.phase !== 'authorized') throw new Error(`the session is ${state.phase}`)
  return state.session
}

signIn('one')
beforeEach(async () => {
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
