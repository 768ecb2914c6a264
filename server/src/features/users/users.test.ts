import { permissions, roles } from '@eot/contract/permissions'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, root, signIn } = await testApp()

test('the signed-in user gets their own profile, without anything about the password', async () => {
  const as = await signIn({
    user_title: 'Nurse',
    settings: JSON.stringify({ Theme: 'Dark' }),
    role: 'Site Staff',
  })
  const { data, text } = await call(users.me, {}, { as })
  expect(data).toMatchObject({
    Id: as.user.id,
    Email: as.user.email,
    UserTitle: 'Nurse',
    UserRole: { Name: 'Site Staff' },
    Site: { Id: as.user.site.id, Name: as.user.site.name },
    Settings: { Theme: 'Dark' },
  })
  expect(Object.keys(JSON.parse(text)).join()).not.toMatch(/password|secret/i)
  expect(text).not.toContain('argon2')
})

test.each(roles.map(({ name, priority }) => [name, priority] as const))(
  'a %s gets the permissions of the role, each with page, key and texts',
  async (name, priority) => {
    const { data } = await call(users.myPermissions, {}, { as: await signIn({ site: root, role: name }) })
    const expected = Object.entries(permissions).filter(([, [, , lowest]]) => priority >= lowest)
    expect(data.Priority).toBe(priority)
    expect(data.Permissions).toEqual(expected.map(([Key, [Url, ActionName]]) => ({ Url, Key, ActionName })))
  },
)
