import { randomUUID } from 'node:crypto'
import type { RoleName } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, pool, root, signIn, signInAsRoot } = await testApp()

const listed = (Id: string, Name: string) => ({ Id, Name, IsInactive: false })

describe('a tree of sites', async () => {
  const school = await make.site({ name: 'School' })
  const east = await make.site({ parent: school, name: 'east' })
  const west = await make.site({ parent: school, name: 'West', city: 'Bremen' })
  const gym = await make.site({ parent: east, name: 'Gym 100%' })
  const neighbor = await make.site({ name: 'Neighbor' })
  const principal = await signIn({ site: school })
  const caretaker = await signIn({ site: east, role: 'Site Staff' })
  const names = (items: { Name: string }[] | undefined) => items?.map((item) => item.Name)
  const list = async (query: object) => (await call(sites.list, { query }, { as: principal })).data

  test('lists sub-sites of any depth without the site itself, sorted by name regardless of case', async () => {
    const { Items, Total, Page, PageSize } = await list({})
    expect(names(Items)).toEqual(['east', 'Gym 100%', 'West'])
    expect({ Total, Page, PageSize }).toEqual({ Total: 3, Page: 0, PageSize: 25 })
  })

  test('lists only direct sub-sites when sub-sites are not included', async () => {
    expect(names((await list({ IncludeSubSites: false })).Items)).toEqual(['east', 'West'])
  })

  test('lists the sub-sites of the requested site', async () => {
    expect(names((await list({ SiteId: east.id })).Items)).toEqual(['Gym 100%'])
  })

  test('has a count that matches the list', async () => {
    expect(await list({ CountOnly: true, SiteId: east.id })).toEqual({ Total: 1 })
  })

  test('lists each site exactly once across its pages', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((Page) => list({ Page, PageSize: 1, order: 'desc' })))
    expect(pages.flatMap((page) => names(page.Items))).toEqual(['West', 'Gym 100%', 'east'])
  })

  test('searches names and places, and treats wildcard characters literally', async () => {
    expect(names((await list({ search: 'brem' })).Items)).toEqual(['West'])
    expect(names((await list({ search: '100%' })).Items)).toEqual(['Gym 100%'])
    expect(names((await list({ search: '_' })).Items)).toEqual([])
  })

  test('sorts by a field of the list and rejects any other', async () => {
    expect(names((await list({ sortBy: 'City', order: 'desc' })).Items)?.[0]).toBe('West')
    const answer = await call(sites.list, { query: { sortBy: 'Path' as 'Name' } }, { as: principal })
    expect(problemOf(answer).Errors).toMatchObject([{ Path: 'sortBy' }])
  })

  test('is returned as a tree, with or without the current site', async () => {
    const tree = {
      ...listed(school.id, 'School'),
      SubSites: [
        { ...listed(east.id, 'east'), SubSites: [{ ...listed(gym.id, 'Gym 100%'), SubSites: [] }] },
        { ...listed(west.id, 'West'), SubSites: [] },
      ],
    }
    expect((await call(sites.tree, {}, { as: principal })).data).toEqual([tree])
    const without = await call(sites.tree, { query: { includeCurrentSite: 'false' } }, { as: principal })
    expect(without.data).toEqual(tree.SubSites)
  })

  test("has a path from the caller's site down that never shows sites above it", async () => {
    const seen = await call(sites.path, { params: { id: gym.id } }, { as: principal })
    expect(seen.data).toEqual({
      siteId: gym.id,
      name: 'Gym 100%',
      parentSites: [listed(school.id, 'School'), listed(east.id, 'east')],
      subSites: [],
      timeZone: 'Europe/Berlin',
      inactive: null,
    })
    const seenBelow = await call(sites.path, { params: { id: gym.id } }, { as: caretaker })
    expect(seenBelow.data.parentSites).toEqual([listed(east.id, 'east')])
  })

  test("has the caller's own site at the top of the path", async () => {
    const { data } = await call(sites.myPath, {}, { as: principal })
    expect(data).toMatchObject({
      siteId: school.id,
      parentSites: [],
      subSites: [{ Name: 'east' }, { Name: 'West' }],
    })
  })

  test('shows the parent of a site only to users who may see it', async () => {
    const own = await call(sites.get, { params: { id: school.id } }, { as: principal })
    expect(own.data).toMatchObject({ Name: 'School', ParentSite: null })
    const below = await call(sites.get, { params: { id: west.id } }, { as: principal })
    expect(below.data.ParentSite).toEqual({ Id: school.id, Name: 'School' })
  })

  test('shows the parents of each site, as far as the caller may see, and its direct sub-sites', async () => {
    const seen = await call(sites.get, { params: { id: east.id } }, { as: principal })
    expect(seen.data).toMatchObject({
      ParentSites: [{ Id: school.id, Name: 'School' }],
      SubSites: [{ Id: gym.id, Name: 'Gym 100%' }],
    })
    const own = await call(sites.get, { params: { id: school.id } }, { as: principal })
    expect(own.data).toMatchObject({ ParentSites: [], SubSites: [{ Name: 'east' }, { Name: 'West' }] })
    expect((await list({})).Items?.map(({ Name, ParentSites }) => [Name, names(ParentSites)])).toEqual([
      ['east', ['School']],
      ['Gym 100%', ['School', 'east']],
      ['West', ['School']],
    ])
  })

  test('shows a viewer their own site with its settings but no rules, and no sub-site', async () => {
    const settings = JSON.stringify({
      Theme: 'Dark',
      Measurement: 'Imperial',
      Rules: { Vape: { RaiseLevel: 40 } },
    })
    const college = await make.site({ settings })
    const annex = await make.site({ parent: college })
    const read = async (role: RoleName, id: string) =>
      call(sites.get, { params: { id } }, { as: await signIn({ site: college, role }) })
    const seen = await read('Viewer', college.id)
    expect(seen.data.Settings).toEqual({ Theme: 'Dark', Measurement: 'Imperial' })
    expect(seen.data).toMatchObject({ Name: college.name, ParentSite: null })
    expect((await read('Site Staff', college.id)).data.Settings.Rules).toEqual({ Vape: { RaiseLevel: 40 } })
    expect(problemOf(await read('Viewer', annex.id))).toMatchObject({
      status: 403,
      ErrorCode: 'not_permitted',
    })
    expect((await read('Site Staff', annex.id)).status).toBe(200)
    expect((await read('Viewer', school.id)).status).toBe(404)
  })

  test('is returned without its surroundings and sources with populate=simple', async () => {
    const get = (query: object) => call(sites.get, { params: { id: east.id }, query }, { as: principal })
    const { ParentSites, SubSites, Sources, TwoFactorRoles, ...simple } = (await get({})).data
    expect([ParentSites, SubSites]).toMatchObject([[{ Id: school.id }], [{ Id: gym.id }]])
    expect(Sources).toMatchObject({ TimeZone: { Id: east.id } })
    expect(TwoFactorRoles?.map(({ IsRequired }) => IsRequired)).toEqual([false, false, false, false, false])
    expect((await get({ populate: 'simple' })).data).toEqual(simple)
  })

  test('is listed by name for selectors, including the site itself', async () => {
    expect(names((await call(sites.all, {}, { as: principal })).data)).toEqual([
      'east',
      'Gym 100%',
      'School',
      'West',
    ])
    const own = await call(
      sites.all,
      { query: { SiteId: east.id, IncludeSubSites: false } },
      { as: principal },
    )
    expect(own.data).toEqual([{ Id: east.id, Name: 'east' }])
  })

  test('accepts an id in capitals', async () => {
    const query = { SiteId: east.id.toUpperCase() }
    expect((await call(sites.tree, { query }, { as: principal })).data).toMatchObject([{ Id: east.id }])
    expect(names((await list(query)).Items)).toEqual(['Gym 100%'])
  })

  test('hides sibling sites and sites above', async () => {
    for (const id of [neighbor.id, root.id, west.id]) {
      expect((await call(sites.path, { params: { id } }, { as: caretaker })).status).toBe(404)
      expect((await call(sites.tree, { query: { SiteId: id } }, { as: caretaker })).status).toBe(404)
    }
  })

  test('is fully visible to the system administrator', async () => {
    const { data } = await call(sites.path, { params: { id: gym.id } }, { as: await signInAsRoot() })
    expect(names(data.parentSites)).toEqual([root.name, 'School', 'east'])
  })
})

describe('adding a sub-site', async () => {
  const admin = await signIn()
  const own = admin.user.site
  const create = (body: object) => call(sites.create, { body: body as { Name: string } }, { as: admin })

  test("puts it below the caller's own site, with that site's time zone and the default subscription type", async () => {
    const { status, data } = await create({ Name: '  Annex ' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      Name: 'Annex',
      TimeZone: own.timeZone,
      IsActive: true,
      OrganizationType: 'Office',
      SubscriptionType: 'Monthly',
      ParentSite: { Id: own.id, Name: own.name },
    })
    expect((await call(sites.get, { params: { id: data.Id } }, { as: admin })).data).toEqual(data)
  })

  test('keeps the tenant, and only known roles that require a second factor', async () => {
    const { rows } = await pool.query<{ id: string }>('select id from role order by priority desc')
    const [first, second] = rows.map(({ id }) => id)
    const forced = [
      { Id: first, Value: true },
      { Id: second, Value: false },
      { Id: randomUUID(), Value: true },
    ]
    const { data } = await create({ Name: 'Tenant', TenantId: 'contoso', ForceRoleTwoFactorAuth: forced })
    expect(data).toMatchObject({
      TenantId: 'contoso',
      ForceRoleTwoFactorAuth: [{ Id: first, Value: true }],
    })
    expect((await create({ Name: 'Plain' })).data).toMatchObject({
      TenantId: null,
      ForceRoleTwoFactorAuth: [],
    })
  })

  test('accepts a time zone in any case and stores its canonical spelling', async () => {
    const { data } = await create({ Name: 'Zone', TimeZone: 'europe/LISBON' })
    expect(data.TimeZone).toBe('Europe/Lisbon')
  })

  test('puts it below the given sub-site', async () => {
    const parent = await make.site({ parent: own })
    const { data } = await create({ name: 'Deep', parentSite: parent.id, settings: { theme: 'Dark' } })
    expect(data).toMatchObject({ ParentSite: { Id: parent.id }, Settings: { Theme: 'Dark' } })
  })

  test('rejects a foreign parent with the same error as one that does not exist', async () => {
    const foreign = await create({ Name: 'X', ParentSite: (await make.site()).id })
    const missing = await create({ Name: 'X', ParentSite: randomUUID() })
    expect(foreign).toMatchObject({ status: 404, text: missing.text })
  })

  test('rejects a name already used below its parent, regardless of case', async () => {
    await create({ Name: 'Twice' })
    expect(problemOf(await create({ Name: 'TWICE' }))).toMatchObject({
      status: 409,
      ErrorCode: 'site_name_taken',
    })
  })

  test('reports every invalid field', async () => {
    const answer = await create({ Name: ' ', TimeZone: 'Mars/Olympus', Settings: { Theme: 'Pink' } })
    const paths = problemOf(answer).Errors?.map(({ Path }) => Path)
    expect(paths).toEqual(['Name', 'TimeZone', 'Settings.Theme'])
  })

  test('rejects a UTC offset as a time zone', async () => {
    expect(problemOf(await create({ Name: 'Offset', TimeZone: '+02:00' })).Errors?.[0]?.Path).toBe('TimeZone')
  })

  test('is recorded in the audit log', async () => {
    const { data } = await create({ Name: 'Audited' })
    const events = await auditEntriesOf(db, data.Id)
    expect(events).toMatchObject([{ action: 'site.created', actor_id: admin.user.id, site_id: own.id }])
  })
})

describe('a gateway token', async () => {
  const admin = await signIn()
  const id = admin.user.site.id
  const list = async () => (await call(sites.listGatewayTokens, { params: { id } }, { as: admin })).data

  test('is shown once, listed without its secret, stored hashed, and removed when revoked', async () => {
    const { status, data } = await call(sites.createGatewayToken, { params: { id } }, { as: admin })
    expect(status).toBe(201)
    expect(data.Token).toMatch(/^[\w-]{43}$/)
    expect(await list()).toMatchObject([{ Id: data.Id, Name: 'Gateway', LastUsedAt: null }])
    const [row] = await db.selectFrom('gateway_token').selectAll().where('id', '=', data.Id).execute()
    expect(JSON.stringify(row)).not.toContain(data.Token)

    const revoke = () => call(sites.revokeGatewayToken, { params: { id, tokenId: data.Id } }, { as: admin })
    expect((await revoke()).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await revoke()).status).toBe(404)
  })

  test('of another site cannot be revoked', async () => {
    const other = await signIn()
    const made = await call(sites.createGatewayToken, { params: { id: other.user.site.id } }, { as: other })
    const answer = await call(
      sites.revokeGatewayToken,
      { params: { id, tokenId: made.data.Id } },
      { as: admin },
    )
    expect(answer.status).toBe(404)
  })
})
