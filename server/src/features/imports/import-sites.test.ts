import { audit } from '@eot/contract/audit'
import { imports } from '@eot/contract/imports'
import { sites } from '@eot/contract/sites'
import { describe, expect, test } from 'vitest'
import { importsAs } from '../../../test/import-file.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, signIn } = app
const kind = 'Sites' as const

let districts = 0
async function district() {
  const top = await make.site({
    name: `District ${++districts}`,
    time_zone: 'America/Chicago',
    own_time_zone: 'America/Chicago',
  })
  const as = await signIn({ role: 'Site Administrator', site: top })
  return { top, as, ...importsAs(app, as) }
}
const listed = async (as: Awaited<ReturnType<typeof signIn>>) =>
  (await call(sites.list, { query: { PageSize: 200 } }, { as })).data.Items ?? []
const outline = async (as: Awaited<ReturnType<typeof signIn>>) =>
  (await listed(as)).map(({ Name, ParentSite }) => `${ParentSite?.Name} / ${Name}`)
const auditedAt = async (as: Awaited<ReturnType<typeof signIn>>, action: string) =>
  (await call(audit.list, { query: { PageSize: 200 } }, { as })).data.Items?.filter(
    (entry) => entry.Action === action,
  ).length

test('200 sites in four levels come from one file, in which a line may name a site of an earlier line as its parent', async () => {
  const { as, check, apply } = await district()
  const rows = ['Name,Parent site,City,Time zone']
  for (let campus = 1; campus <= 5; campus++) {
    rows.push(`Campus ${campus},,Springfield,${campus === 5 ? 'America/Denver' : ''}`)
    for (let school = 1; school <= 3; school++) {
      rows.push(`School ${campus}.${school},Campus ${campus},,`)
      for (let house = 1; house <= 3; house++) {
        rows.push(`House ${house},Campus ${campus} / School ${campus}.${school},,`)
        for (let floor = 1; floor <= 3; floor++)
          rows.push(`Floor ${floor},School ${campus}.${school} / House ${house},,`)
      }
    }
  }
  expect(rows).toHaveLength(201)
  const checked = await check(rows.join('\n'), { kind })
  expect(checked.Counts).toMatchObject({ Created: 200, Refused: 0 })
  expect(await apply(checked.Id)).toMatchObject({ State: 'Done', Problem: null })
  const { data } = await call(sites.list, { query: { PageSize: 200 } }, { as })
  expect(data.Total).toBe(200)
  const depth = {
    'Campus 5': 'America/Denver',
    'School 5.1': 'America/Denver',
    'School 4.1': 'America/Chicago',
  }
  for (const [name, zone] of Object.entries(depth))
    expect(data.Items?.find(({ Name }) => Name === name)?.TimeZone, name).toBe(zone)
  expect(await auditedAt(as, 'site.created')).toBeGreaterThan(190)
})

test('lines with an unknown, ambiguous or foreign parent, or a duplicate or invalid site, are refused with the reason', async () => {
  const { top, check, lines } = await district()
  const foreign = await make.site({ name: 'Foreign Campus' })
  for (const parent of ['East', 'West']) {
    const campus = await make.site({ name: parent, parent: top })
    await make.site({ name: 'Gym', parent: campus })
  }
  const { Id } = await check(
    [
      'Name,Parent site,Time zone,Id',
      'A,Nowhere,,',
      `B,${foreign.name},,`,
      'C,Gym,,',
      'D,East / Gym,,',
      'd,East / Gym,,',
      'E,,Mars/Olympus,',
      ',East,,',
      `F,,,${foreign.id}`,
      'G,,,01900000-0000-7000-8000-00000000dead',
    ].join('\n'),
    { kind },
  )
  const report = (await lines(Id)).map(({ Line, Fate, Problems }) => [
    Line,
    Fate,
    ...Problems.map(({ Field, Message }) => `${Field}: ${Message}`),
  ])
  expect(report).toEqual([
    [2, 'Refused', 'ParentSite: No site “Nowhere”'],
    [3, 'Refused', 'ParentSite: No site “Foreign Campus”'],
    [
      4,
      'Refused',
      expect.stringMatching(
        /^ParentSite: 2 sites are called “Gym”. Write the site above before it: “(East|West) \/ Gym”$/,
      ),
    ],
    [6, 'Refused', 'Name: Same site as line 5'],
    [7, 'Refused', 'TimeZone: Expected an IANA time zone such as Europe/Berlin'],
    [8, 'Refused', 'Name: Please enter a name'],
    [9, 'Refused', 'Id: Site not found'],
    [10, 'Refused', 'Id: Site not found'],
    [5, 'Created'],
  ])
})

test('sites are found by id or by parent and name, renamed, moved and changed, and an exported list changes nothing', async () => {
  const { as, top, check, lines, apply } = await district()
  const east = await make.site({ name: 'East', parent: top, city: 'Springfield' })
  const gym = await make.site({ name: 'Gym', parent: east })
  const exported = await app.server.inject({
    url: '/api/sites.csv',
    headers: { authorization: `Bearer ${as.AccessToken}` },
  })
  expect((await check(exported.rawPayload, { kind })).Counts).toMatchObject({ Unchanged: 2, Refused: 0 })
  const { Id } = await check(
    `Id,Name,Parent site,City\n,West,,\n${gym.id},Sports Hall,West,\n,East,,Shelbyville\n`,
    { kind },
  )
  expect((await lines(Id, { Fate: 'Changed' })).map(({ Changes }) => Changes)).toEqual([
    { Name: ['Gym', 'Sports Hall'], ParentSite: ['East', 'West'] },
    { City: ['Springfield', 'Shelbyville'] },
  ])
  await apply(Id)
  expect((await outline(as)).toSorted()).toEqual([
    `${top.name} / East`,
    `${top.name} / West`,
    'West / Sports Hall',
  ])
})

test('a file cannot move a site below itself, nor change the site that it is imported into', async () => {
  const { top, check, lines } = await district()
  const east = await make.site({ name: 'East', parent: top })
  await make.site({ name: 'Gym', parent: east })
  const { Id } = await check(`Id,Name,Parent site\n${east.id},East,East / Gym\n${top.id},Other,\n`, { kind })
  expect((await lines(Id)).map(({ Problems }) => Problems[0]?.Message)).toEqual([
    'A site cannot be moved below itself',
    'The site that the file is imported into cannot be changed by it',
  ])
})

test('undoing deletes the sites it has created and restores the others, except for those in use or changed since', async () => {
  const { as, top, check, apply, undo, lines } = await district()
  const east = await make.site({
    name: 'East',
    parent: top,
    city: 'Springfield',
    time_zone: 'America/Chicago',
    own_time_zone: null,
  })
  const { Id } = await check(
    'Name,Parent site,City,Time zone\nEast,,Shelbyville,Europe/Berlin\nWest,,,\nGym,West,,\nNorth,,,\nLab,North,,\n',
    { kind },
  )
  await apply(Id)
  const lab = (await listed(as)).find(({ Name }) => Name === 'Lab')
  await make.device({ site: { ...top, id: lab?.Id ?? '' } })
  const west = (await listed(as)).find(({ Name }) => Name === 'West')
  await make.subscription({ site: { ...top, id: west?.Id ?? '' } })
  expect(await undo(Id)).toMatchObject({ State: 'Undone', Counts: { Left: 3 } })
  expect((await lines(Id, { Left: 'true' })).map(({ Line, LeftBecause }) => [Line, LeftBecause])).toEqual([
    [6, 'It is in use'],
    [3, 'It is in use'],
    [5, 'It is in use'],
  ])
  expect((await outline(as)).toSorted()).toEqual([
    `${top.name} / East`,
    `${top.name} / North`,
    `${top.name} / West`,
    'North / Lab',
  ])
  const { data } = await call(sites.get, { params: { id: east.id } }, { as })
  expect(data).toMatchObject({ City: 'Springfield', TimeZone: 'America/Chicago' })
  expect(Object.keys(data.Sources ?? {})).toContain('TimeZone')
  expect(data.Sources?.TimeZone?.Id).toBe(top.id)
})

test('importing sites requires the permission to add and change sub-sites', async () => {
  const { top } = await district()
  const manager = importsAs(app, await signIn({ role: 'Site Manager', site: top }))
  expect(problemOf(await manager.upload('Name\nEast\n', { kind })).ErrorCode).toBe('not_permitted')
  expect((await manager.upload('Name,Mac\n')).status).toBe(201)
})

test('both templates can be imported and show each kind of line', async () => {
  const { as, check } = await district()
  for (const Kind of ['Sites', 'Devices'] as const) {
    const { text } = await call(imports.template, { query: { Kind } }, { as })
    const { State, Columns, Counts } = await check(text, { kind: Kind })
    expect(State).toBe('Checked')
    expect(Columns.every(({ Field }) => Field !== null)).toBe(true)
    if (Kind === 'Sites') expect(Counts).toMatchObject({ Created: 5, Refused: 0 })
  }
})

test('a site with a subscription that only system administrators may choose is refused', async () => {
  const { check, lines } = await district()
  const { Id } = await check('Name,Parent site,Subscription type\nA,,Enterprise\nB,,Monthly\nC,B,Monthly\n', {
    kind,
  })
  expect((await lines(Id)).map(({ Line, Fate, Problems }) => [Line, Fate, Problems[0]?.Message])).toEqual([
    [2, 'Refused', 'Only system administrators of the root site may change the subscription'],
    [4, 'Created', undefined],
    [3, 'Created', undefined],
  ])
})

describe('a file that swaps names of sites', async () => {
  const { as, top, check, lines, apply, undo } = await district()
  const [east, west, north] = [
    await make.site({ name: 'East', parent: top }),
    await make.site({ name: 'West', parent: top }),
    await make.site({ name: 'North', parent: top }),
  ]
  const namesOf = async () => Object.fromEntries((await listed(as)).map(({ Id, Name }) => [Id, Name]))
  const before = { [east.id]: 'East', [west.id]: 'West', [north.id]: 'North' }

  test('is applied and undone, also for cycles', async () => {
    const { Id, Counts } = await check(`Id,Name\n${east.id},West\n${west.id},North\n${north.id},EAST\n`, {
      kind,
    })
    expect(Counts).toMatchObject({ Changed: 3, Refused: 0 })
    expect(await apply(Id)).toMatchObject({ State: 'Done', Problem: null })
    expect(await namesOf()).toEqual({ [east.id]: 'West', [west.id]: 'North', [north.id]: 'EAST' })
    expect((await undo(Id)).State).toBe('Undone')
    expect(await namesOf()).toEqual(before)
  })

  test('is refused if the other site keeps its name after all', async () => {
    const { Id } = await check(
      `Id,Name,Time zone\n${east.id},West,\n${west.id},North,\n${north.id},,Mars/Olympus\n`,
      {
        kind,
      },
    )
    expect((await lines(Id)).map(({ Fate, Problems }) => [Fate, Problems[0]?.Message])).toEqual([
      ['Refused', 'A sub-site with this name already exists'],
      ['Refused', 'A sub-site with this name already exists'],
      ['Refused', 'Expected an IANA time zone such as Europe/Berlin'],
    ])
  })
})
