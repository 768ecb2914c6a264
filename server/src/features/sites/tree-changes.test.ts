import { type SiteTreeNode, sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

type As = Awaited<ReturnType<typeof signIn>>

/** Names with those below in brackets; inactive sites have an exclamation mark. */
const drawn = ({ Name, IsInactive, SubSites }: SiteTreeNode): string =>
  `${Name}${IsInactive ? '!' : ''}${SubSites.length > 0 ? `[${SubSites.map(drawn).join(' ')}]` : ''}`

async function treeOf(as: As, query: object = {}): Promise<string> {
  const { data } = await call(sites.tree, { query }, { as })
  return data.map(drawn).join(' ')
}

test('a cached tree shows each change of its sites at once', async () => {
  const state = await make.site({ name: 'State' })
  const district = await make.site({ name: 'District', parent: state })
  const top = await make.site({ name: 'Top', parent: district })
  const school = await make.site({ name: 'School', parent: top })
  const gym = await make.site({ name: 'Gym', parent: school })
  const as = await signIn({ site: top, role: 'Site Administrator' })
  const above = await signIn({ site: state, role: 'Site Administrator' })
  expect(await treeOf(as)).toBe('Top[School[Gym]]')
  expect(await treeOf(as)).toBe('Top[School[Gym]]')

  const { data: annex } = await call(sites.create, { body: { Name: 'Annex', ParentSite: top.id } }, { as })
  expect(await treeOf(as)).toBe('Top[Annex School[Gym]]')
  await call(sites.update, { params: { id: school.id }, body: { Name: 'Academy' } }, { as })
  expect(await treeOf(as)).toBe('Top[Academy[Gym] Annex]')
  await call(sites.move, { body: { SiteIds: [gym.id], ParentSite: annex.Id } }, { as })
  expect(await treeOf(as)).toBe('Top[Academy Annex[Gym]]')
  await call(sites.update, { params: { id: annex.Id }, body: { IsActive: false } }, { as })
  expect(await treeOf(as)).toBe('Top[Academy Annex![Gym!]]')
  await call(sites.remove, { params: { id: gym.id }, query: {} }, { as })
  expect(await treeOf(as)).toBe('Top[Academy Annex!]')
  await call(sites.update, { params: { id: district.id }, body: { IsActive: false } }, { as: above })
  expect(await treeOf(as)).toBe('Top![Academy! Annex!]')
})

test('a cached tree is shown to nobody else, and not in place of another part of it', async () => {
  const top = await make.site({ name: 'Campus' })
  const school = await make.site({ name: 'School', parent: top })
  await make.site({ name: 'Gym', parent: school })
  const as = await signIn({ site: top, role: 'Site Administrator' })
  const below = await signIn({ site: school, role: 'Site Administrator' })
  const other = await signIn({ site: await make.site({ name: 'Other' }), role: 'Site Administrator' })
  for (let times = 0; times < 2; times++) {
    expect(await treeOf(as)).toBe('Campus[School[Gym]]')
    expect(await treeOf(as, { SiteId: school.id })).toBe('School[Gym]')
    expect(await treeOf(as, { includeCurrentSite: 'false' })).toBe('School[Gym]')
    expect(await treeOf(below)).toBe('School[Gym]')
    expect(await treeOf(other)).toBe('Other')
    expect((await call(sites.tree, { query: { SiteId: school.id } }, { as: other })).status).toBe(404)
  }
})
