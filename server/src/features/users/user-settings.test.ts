import type { RoleName } from '@eot/contract/permissions'
import type { UserSettings } from '@eot/contract/settings'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

type As = Awaited<ReturnType<typeof signIn>>
const save = (as: As, id: string, body: object) =>
  call(users.update, { params: { id }, body: body as { Settings?: UserSettings } }, { as })
const settingsOf = async (as: As) => (await call(users.me, {}, { as })).data.Settings

test.each<RoleName>(['Viewer', 'Site Administrator'])(
  'a %s can change single settings of their own, and reset them with Default',
  async (role) => {
    const as = await signIn({ role })
    const { status, data } = await save(as, as.user.id, {
      Settings: { Theme: 'Dark', Measurement: 'Imperial', Language: 'es', Clock: '24h', SingleKeys: 'Off' },
    })
    expect(status).toBe(200)
    expect(data.Settings).toEqual({
      Theme: 'Dark',
      Measurement: 'Imperial',
      Language: 'es',
      Clock: '24h',
      SingleKeys: 'Off',
    })
    await save(as, as.user.id, { settings: { theme: 'Light', measurement: null } })
    const kept = { Measurement: 'Imperial', Language: 'es', Clock: '24h', SingleKeys: 'Off' }
    expect(await settingsOf(as)).toEqual({ Theme: 'Light', ...kept })
    await save(as, as.user.id, { Settings: { Theme: null } })
    await save(as, as.user.id, { Settings: null })
    await save(as, as.user.id, {})
    expect(await settingsOf(as)).toEqual({ Theme: 'Light', ...kept })
    await save(as, as.user.id, {
      Settings: {
        Theme: 'Default',
        Measurement: 'Default',
        Language: 'Default',
        Clock: 'Default',
        SingleKeys: 'Default',
      },
    })
    expect(await settingsOf(as)).toEqual({ Theme: 'Default' })
  },
)

test("a user without a theme of their own gets the site's theme", async () => {
  expect(await settingsOf(await signIn())).toEqual({ Theme: 'Default' })
})

test.each(['UserRole', 'Site', 'IsActive', 'ForceUserTwoFactorAuth', 'Email'])(
  'nobody can change their own %s, not even to a lower one, and then nothing else is saved either',
  async (key) => {
    const as = await signIn()
    const below = await make.site({ parent: as.user.site })
    const values: Record<string, unknown> = {
      UserRole: '01900000-0000-7000-9000-000000000020',
      Site: below.id,
      IsActive: false,
      ForceUserTwoFactorAuth: true,
      Email: 'other@example.org',
    }
    const before = (await call(users.me, {}, { as })).data
    const answer = await save(as, as.user.id, { Settings: { Theme: 'Dark' }, [key]: values[key] })
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'own_account' })
    expect((await call(users.me, {}, { as })).data).toEqual(before)
  },
)

test('an unknown setting or an invalid value is rejected with its path', async () => {
  const as = await signIn()
  const answer = await save(as, as.user.id, { Settings: { Theme: 'Pink', Clock: '25h', Font: 'Serif' } })
  const paths = problemOf(answer).Errors?.map(({ Path }) => Path)
  expect(paths?.toSorted()).toEqual(['Settings.Clock', 'Settings.Font', 'Settings.Theme'])
})

test('changing the settings of another user requires the permission to edit users', async () => {
  const site = await make.site()
  const other = await signIn({ site, role: 'Site Staff' })
  const change = { Settings: { Theme: 'Dark' } }
  for (const role of ['Viewer', 'Site Staff'] as const) {
    const answer = await save(await signIn({ site, role }), other.user.id, change)
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'not_permitted' })
  }
  expect((await save(await signIn({ site, role: 'Site Manager' }), other.user.id, change)).status).toBe(200)
  expect(await settingsOf(other)).toEqual({ Theme: 'Dark' })
})

test('nobody can change the settings of a user in a higher role or of another customer', async () => {
  const site = await make.site()
  const manager = await signIn({ site, role: 'Site Manager' })
  const administrator = await signIn({ site, role: 'Site Administrator' })
  const stranger = await signIn()
  const change = { Settings: { Theme: 'Dark' } }
  expect(problemOf(await save(manager, administrator.user.id, change)).ErrorCode).toBe('role_above_own')
  expect(problemOf(await save(manager, stranger.user.id, change)).ErrorCode).toBe('user_not_found')
  expect(await settingsOf(stranger)).toEqual({ Theme: 'Default' })
})

test('a change of settings is recorded in the audit log', async () => {
  const as = await signIn({ role: 'Viewer' })
  await save(as, as.user.id, { Settings: { Measurement: 'Imperial' } })
  const events = await db
    .selectFrom('audit_entry')
    .where('subject_id', '=', as.user.id)
    .where('action', '=', 'user.settings_changed')
    .selectAll()
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([{ actor_id: as.user.id, site_id: as.user.site.id }])
})
