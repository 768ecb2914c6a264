import { listPreferences } from '@eot/contract/list-preferences'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, signIn } = await testApp()

type As = Awaited<ReturnType<typeof signIn>>
const get = async (as: As, list: string) =>
  (await call(listPreferences.get, { params: { list } }, { as })).data
const preferences = {
  Hidden: ['City'],
  Density: 'Compact' as const,
  Views: [{ Name: 'Offline first', Search: 'sortBy=Status&order=desc' }],
}

test("a user's own preferences of a list are kept across sessions", async () => {
  const as = await signIn({ role: 'Viewer' })
  expect(await get(as, 'devices')).toEqual({ Hidden: [], Density: 'Comfortable', Views: [] })
  const saved = await call(listPreferences.put, { params: { list: 'devices' }, body: preferences }, { as })
  expect(saved.data).toEqual(preferences)
  expect(await get(await signIn(as.user), 'devices')).toEqual(preferences)
  const changed = { ...preferences, Hidden: [] }
  await call(listPreferences.put, { params: { list: 'devices' }, body: changed }, { as })
  expect(await get(as, 'devices')).toEqual(changed)
})

test('concurrent changes of different fields are all kept, and null changes nothing', async () => {
  const as = await signIn()
  const put = (body: object) => call(listPreferences.put, { params: { list: 'devices' }, body }, { as })
  const { Hidden, Density, Views } = preferences
  await Promise.all([put({ Hidden }), put({ Density }), put({ Views })])
  expect(await get(as, 'devices')).toEqual(preferences)
  const { status, data } = await put({ Hidden: [], Density: null })
  expect([status, data]).toEqual([200, { ...preferences, Hidden: [] }])
})

test('preferences are separate for each list and user', async () => {
  const as = await signIn()
  await call(listPreferences.put, { params: { list: 'devices' }, body: preferences }, { as })
  expect((await get(as, 'users')).Hidden).toEqual([])
  expect((await get(await signIn({ site: as.user.site }), 'devices')).Hidden).toEqual([])
})

test('an unknown list, too many views and a view without a name are rejected', async () => {
  const as = await signIn()
  const put = (list: string, body: object) =>
    call(listPreferences.put, { params: { list }, body: { ...preferences, ...body } }, { as })
  const view = preferences.Views[0]
  expect(problemOf(await put('no-such-list', {}))).toMatchObject({ status: 400, Errors: [{ Path: 'list' }] })
  const views = Array.from({ length: 31 }, () => view)
  expect(problemOf(await put('devices', { Views: views }))).toMatchObject({ Errors: [{ Path: 'Views' }] })
  const unnamed = [{ Name: ' ', Search: '' }]
  expect(problemOf(await put('devices', { Views: unnamed })).Errors).toEqual([
    { Path: 'Views.0.Name', Message: 'Please enter a name' },
  ])
})
