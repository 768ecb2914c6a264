import type { UserSettings } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { call, make, pool, signIn, signInAsRoot } = await testApp()

/** Creates a user, and two administrators who edit them. */
async function twoEditors() {
  const site = await make.site()
  const { user } = await signIn({ site, role: 'Viewer' })
  const ann = await signIn({ site, role: 'Site Administrator' })
  const bob = await signIn({ site, role: 'Site Administrator' })
  const save = (as: typeof ann, Settings: UserSettings, Version?: number) =>
    call(users.update, { params: { id: user.id }, body: { Settings, ...(Version && { Version }) } }, { as })
  return { user, ann, bob, save }
}

test('each change increments the version of a record', async () => {
  const { ann, save } = await twoEditors()
  const { data } = await save(ann, { Theme: 'Dark' })
  expect((await save(ann, { Theme: 'Light' })).data.Version).toBe(data.Version + 1)
})

test('a save based on an older version is refused with the current record, who changed it and when', async () => {
  const { ann, bob, save } = await twoEditors()
  const { Version } = (await save(ann, { Theme: 'Dark' })).data
  const saved = await save(bob, { Theme: 'Light', Clock: '24h' }, Version)
  const late = problemOf(await save(ann, { Theme: 'Auto' }, Version))
  expect(late).toMatchObject({
    status: 409,
    ErrorCode: 'edit_conflict',
    Conflict: { Current: saved.data, ChangedBy: { Id: bob.user.id }, ChangedAt: expect.any(String) },
  })
  const again = await save(ann, { Theme: 'Auto' }, saved.data.Version)
  expect(again.data.Settings).toEqual({ Theme: 'Auto', Clock: '24h' })
})

test('who changed a record before its site moved to another customer is shown only to those above both', async () => {
  const { user, ann, save } = await twoEditors()
  const to = await make.site()
  const root = await signInAsRoot()
  const { Version } = (await save(ann, { Theme: 'Dark' })).data
  const body = { SiteIds: [user.site.id], ParentSite: to.id }
  expect((await call(sites.move, { body }, { as: root })).status).toBe(200)
  const saveStale = async (as: As) => {
    const change = { Settings: { Theme: 'Light' as const }, Version: Version - 1 }
    return problemOf(await call(users.update, { params: { id: user.id }, body: change }, { as }))
  }
  expect(await saveStale(await signIn({ site: to }))).toMatchObject({
    ErrorCode: 'edit_conflict',
    Conflict: { Current: { Version }, ChangedBy: null, ChangedAt: null },
  })
  expect(await saveStale(root)).toMatchObject({ Conflict: { ChangedBy: { Id: ann.user.id } } })
})

test('without a version the last write wins', async () => {
  const { ann, bob, save } = await twoEditors()
  await save(ann, { Theme: 'Dark' })
  expect((await save(bob, { Theme: 'Light' })).status).toBe(200)
})

test('of ten concurrent saves that are based on the same version, one succeeds', async () => {
  const { ann, save } = await twoEditors()
  const { Version } = (await save(ann, { Theme: 'Dark' })).data
  const saves = await Promise.all(Array.from({ length: 10 }, () => save(ann, { Theme: 'Light' }, Version)))
  expect(saves.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(saves.filter(({ status }) => status === 409)).toHaveLength(9)
})

test('the audit entry has the changed fields and the address of the request', async () => {
  const { user, ann, save } = await twoEditors()
  await save(ann, { Theme: 'Dark', Clock: '24h' })
  await save(ann, { Theme: 'Light', Clock: '24h' })
  const { rows } = await pool.query(
    "select address, details from audit_entry where subject_id = $1 and action = 'user.settings_changed' order by id",
    [user.id],
  )
  expect(rows).toEqual([
    { address: '127.0.0.1', details: { changes: { Theme: [null, 'Dark'], Clock: [null, '24h'] } } },
    { address: '127.0.0.1', details: { changes: { Theme: ['Dark', 'Light'] } } },
  ])
})
