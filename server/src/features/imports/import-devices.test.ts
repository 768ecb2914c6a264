import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { importsAs } from '../../../test/import-file.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, runJobs, signIn } = app

const { campus, countAudited, devicesOf, mac } = importCampus(app)

test('a check shows for each line whether it creates, changes, keeps or refuses a device, and writes nothing', async () => {
  const { as, school, gym, check, lines } = await campus()
  const same = await make.device({ site: gym, name: 'Locker Room' })
  const moved = await make.device({ site: school, name: 'Hall' })
  const fresh = mac()
  const { State, Counts, Lines, Columns, Encoding, Id } = await check(
    [
      'Name,Hardware address,Site,Model,Installer',
      `Library,${fresh},High School,EoT Air,Kim`,
      `Locker Room,${same.mac},Gym,,Kim`,
      `Main Hall,${moved.mac},Gym,,Kim`,
      'Lab,A4:CF:12:7B:0G:31,High School,EoT Air,Kim',
      `Roof,${mac()},Riverside Gim,EoT Air,Kim`,
      `Cellar,${mac()},Gym,EoT Nothing,Kim`,
      `,${mac()},Gym,,Kim`,
      `Library 2,${fresh.toLowerCase().replaceAll(':', '-')},Gym,,Kim`,
    ].join('\r\n'),
  )
  expect({ State, Lines, Counts, Encoding }).toEqual({
    State: 'Checked',
    Lines: 8,
    Counts: { Created: 1, Changed: 1, Unchanged: 1, Refused: 5, LeftOut: 0, Left: 0, Warned: 0 },
    Encoding: 'UTF-8',
  })
  expect(Columns).toEqual([
    { Heading: 'Name', Field: 'Name' },
    { Heading: 'Hardware address', Field: 'Mac' },
    { Heading: 'Site', Field: 'Site' },
    { Heading: 'Model', Field: 'Model' },
    { Heading: 'Installer', Field: null },
  ])
  const all = await lines(Id)
  expect(all.map(({ Line, Fate, Problems }) => [Line, Fate, ...Problems])).toEqual([
    [
      5,
      'Refused',
      {
        Field: 'Mac',
        Value: 'A4:CF:12:7B:0G:31',
        Message: 'Expected a hardware address such as A4:CF:12:7B:03:9E',
      },
    ],
    [6, 'Refused', { Field: 'Site', Value: 'Riverside Gim', Message: 'No site “Riverside Gim”' }],
    [7, 'Refused', { Field: 'Model', Value: 'EoT Nothing', Message: 'Model not found' }],
    [8, 'Refused', { Field: 'Name', Value: '', Message: 'Please enter a name' }],
    [
      9,
      'Refused',
      { Field: 'Mac', Value: fresh.toLowerCase().replaceAll(':', '-'), Message: 'Same address as line 2' },
    ],
    [4, 'Changed'],
    [2, 'Created'],
    [3, 'Unchanged'],
  ])
  expect(all.find(({ Line }) => Line === 4)?.Changes).toEqual({
    Name: ['Hall', 'Main Hall'],
    Site: [
      { Id: school.id, Name: 'High School' },
      { Id: gym.id, Name: 'Gym' },
    ],
  })
  expect((await lines(Id, { Fate: 'Created' })).map(({ Cells }) => Cells)).toEqual([
    { Name: 'Library', Mac: fresh, Site: 'High School', Model: 'EoT Air' },
  ])
  expect((await devicesOf(as)).map(({ Name }) => Name).toSorted()).toEqual(['Hall', 'Locker Room'])
})

test('applying a file creates and changes its devices in one transaction, with an audit entry for each and one for the file', async () => {
  const { as, school, gym, check, apply } = await campus()
  const hall = await make.device({ site: school, name: 'Hall' })
  const alert = await make.alert({ device: hall, ended_at: null })
  const fresh = mac()
  const { Id } = await check(
    `Name,Mac,Site,Is active,Expiration\nLibrary,${fresh},High School / Gym,no,2030-05-01\nHall,${hall.mac},Gym,,\n`,
  )
  const done = await apply(Id)
  expect(done).toMatchObject({ State: 'Done', Places: [{ Name: 'Gym', Count: 2 }], Problem: null })
  const rows = await devicesOf(as)
  expect(
    rows.map(({ Name, Mac, Site, IsActive, Expiration }) => [Name, Mac, Site?.Id, IsActive, Expiration]),
  ).toEqual([
    ['Hall', hall.mac, gym.id, true, null],
    ['Library', fresh, gym.id, false, '2030-05-01T00:00:00.000Z'],
  ])
  const ended = await db
    .selectFrom('alert')
    .where('id', '=', alert.id)
    .select('end_reason')
    .executeTakeFirst()
  expect(ended?.end_reason).toBe('Moved')
  for (const action of ['device.created', 'device.moved', 'import.applied'])
    expect(await countAudited(as, action), action).toBe(1)
})

test('a file with refused lines is applied only if they are left out explicitly', async () => {
  const { as, check, apply, text } = await campus()
  const { Id } = await check(`Name,Mac,Note\nLibrary,${mac()},ok\n=2+3,rubbish,"a ""note"", quoted"\n`)
  await expect(apply(Id)).rejects.toThrow('import_has_refused_lines')
  expect(await devicesOf(as)).toEqual([])
  expect((await apply(Id, { LeaveOutRefused: true })).State).toBe('Done')
  expect((await devicesOf(as)).map(({ Name }) => Name)).toEqual(['Library'])
  const report = await text(imports.refused, Id)
  expect(report.headers['content-disposition']).toContain('refused-lines.csv')
  expect(report.text.split('\r\n')).toEqual([
    '\ufeffName,Mac,Note,Line,Reason',
    '\'=2+3,rubbish,"a ""note"", quoted",3,Mac: “rubbish”: Expected a hardware address such as A4:CF:12:7B:03:9E',
    '',
  ])
})

test('an exported list of devices can be imported again and changes nothing', async () => {
  const { as, top, school, gym, check } = await campus()
  await make.site({ name: 'Gym', parent: top })
  await make.device({ site: gym, name: "=cmd|' /C calc'!A0" })
  await make.device({ site: school, name: 'Hall; "east", 2' })
  const exported = await app.server.inject({
    url: '/api/devices.csv',
    headers: { authorization: `Bearer ${as.AccessToken}` },
  })
  expect(await check(exported.rawPayload)).toMatchObject({
    State: 'Checked',
    Counts: { Created: 0, Changed: 0, Unchanged: 2, Refused: 0 },
  })
})

test("another customer's site and devices are reported exactly like missing ones, and their devices only as taken", async () => {
  const { check, lines } = await campus()
  const foreign = await make.device({ name: 'Theirs' })
  const report = async (cells: string) => {
    const [line] = await lines((await check(`Name,Mac,Site\n${cells}\n`)).Id)
    return line?.Problems.map(({ Field, Message }) => `${Field}: ${Message}`)
  }
  expect(await report(`A,${mac()},${foreign.site?.id}`)).toEqual([`Site: No site “${foreign.site?.id}”`])
  expect(await report(`A,${mac()},01900000-0000-7000-8000-00000000dead`)).toEqual([
    'Site: No site “01900000-0000-7000-8000-00000000dead”',
  ])
  expect(await report(`A,${foreign.mac},Gym`)).toEqual([
    'Mac: A device with this hardware address already exists',
  ])
})

test('a device of the inventory is claimed with its claim code, and a wrong code gets the same response as an unknown device', async () => {
  const { as, check, apply, lines } = await campus()
  const root = await app.signInAsRoot()
  const inventory = { Name: 'Sensor 7', Mac: mac(), SiteId: null, ClaimCode: 'open sesame' }
  expect((await call(devices.create, { body: inventory }, { as: root })).status).toBe(201)
  const wrong = await check(`Name,Mac,Claim code\nA,${inventory.Mac},guess\nB,${mac()},guess\n`)
  expect((await lines(wrong.Id)).map(({ Problems }) => Problems[0]?.Message)).toEqual([
    'This device cannot be claimed',
    'This device cannot be claimed',
  ])
  const { Id, Counts } = await check(`Name,Mac,Claim code,Site\nA,${inventory.Mac},open sesame,Gym\n`)
  expect(Counts.Changed).toBe(1)
  await apply(Id)
  expect((await devicesOf(as)).map(({ Name, Site }) => [Name, Site?.Name])).toEqual([['A', 'Gym']])
  expect(await countAudited(as, 'device.claimed')).toBe(1)
})

test('a device of the inventory without a claim code is refused and counted like one of another customer', async () => {
  const { check, lines } = await campus()
  const root = await app.signInAsRoot()
  const macs = Array.from({ length: 21 }, mac)
  for (const Mac of macs)
    await call(devices.create, { body: { Name: 'Spare', Mac, SiteId: null } }, { as: root })
  const one = await check(`Name,Mac\nA,${macs[0]}\n`)
  expect((await lines(one.Id)).map(({ Problems, Changes }) => [Problems[0]?.Message, Changes])).toEqual([
    ['A device with this hardware address already exists', {}],
  ])
  expect(await check(`Name,Mac\n${macs.map((each) => `A,${each}`).join('\n')}\n`)).toMatchObject({
    State: 'Refused',
    Problem: expect.stringContaining('More than 20 of the hardware addresses are taken'),
  })
})

test('importing the export of the inventory leaves the devices there', async () => {
  const root = await app.signInAsRoot()
  const { check } = importsAs(app, root)
  const Mac = mac()
  await call(devices.create, { body: { Name: 'Spare', Mac, SiteId: null } }, { as: root })
  expect((await check(`Name,Mac,Site\nSpare,${Mac},\n`)).Counts).toMatchObject({ Unchanged: 1, Changed: 0 })
})

test.each(['0', 'Room 5', '1/1/1', '2030-02-31', '03/04/2027', '04.03.2027', '2030-12-31T25:00:00Z'])(
  'an expiration “%s” is refused',
  async (text) => {
    const { check, lines } = await campus()
    const { Id } = await check(`Name,Mac,Expiration\nLibrary,${mac()},${text}\n`)
    expect((await lines(Id))[0]?.Problems).toEqual([
      { Field: 'Expiration', Value: text, Message: 'Expected a date such as 2030-12-31' },
    ])
  },
)

test('a line that creates a device shows everything that it sets', async () => {
  const { check, lines } = await campus()
  const { Id } = await check(
    `Name,Mac,Expiration,Active,RMA\nLibrary,${mac()},2031-05-06,no,yes\nGym,${mac()},2031-05-06T12:00:00+02:00,,\n`,
  )
  expect(
    (await lines(Id)).map(({ Changes: { Expiration, IsActive, RMA } }) => ({ Expiration, IsActive, RMA })),
  ).toEqual([
    { Expiration: [null, '2031-05-06T00:00:00.000Z'], IsActive: [null, false], RMA: [null, true] },
    { Expiration: [null, '2031-05-06T10:00:00.000Z'], IsActive: undefined, RMA: undefined },
  ])
})

test('no line of a file is applied if a record was changed after the check, and the file can be checked again', async () => {
  const { as, school, check, apply } = await campus()
  const hall = await make.device({ site: school, name: 'Hall' })
  const taken = mac()
  const { Id } = await check(`Name,Mac,Site\nNew,${taken},Gym\nMain Hall,${hall.mac},Gym\n`)
  await call(devices.update, { params: { id: hall.id }, body: { Name: 'Big Hall' } }, { as })
  expect(await apply(Id)).toMatchObject({
    State: 'Checked',
    Problem: 'Line 3: The record has been changed since the check',
  })
  expect((await devicesOf(as)).map(({ Name }) => Name)).toEqual(['Big Hall'])
  expect(await countAudited(as, 'device.created')).toBe(0)
})

test('a user who has lost the permission to import cannot have a checked file applied', async () => {
  const { as, check } = await campus()
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  expect((await call(imports.apply, { params: { id: Id }, body: {} }, { as })).status).toBe(202)
  const roleOf = async (role: string) =>
    (await db.selectFrom('role').where('name', '=', role).select('id').executeTakeFirstOrThrow()).id
  const become = async (role: string) =>
    db
      .updateTable('app_user')
      .set({ role_id: await roleOf(role) })
      .where('id', '=', as.user.id)
      .execute()
  await become('Viewer')
  await runJobs()
  await become('Site Administrator')
  // Each change of the role has ended the session.
  const again = await signIn(as.user)
  expect((await call(imports.get, { params: { id: Id } }, { as: again })).data).toMatchObject({
    State: 'Checked',
    Problem: 'You no longer have permission to import',
  })
  expect(await devicesOf(again)).toEqual([])
})
