import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importsAs } from '../../../test/import-file.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { advance, call, db, make, runJobs, signIn } = app

let addresses = 0
let campuses = 0
const mac = () => `02:11:00:00:${[++addresses >> 8, addresses & 255].map(hex).join(':')}`
const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()

async function campus() {
  const top = await make.site({ name: `Riverside ${++campuses}` })
  const school = await make.site({ name: 'High School', parent: top })
  const gym = await make.site({ name: 'Gym', parent: school })
  const as = await signIn({ role: 'Site Administrator', site: top })
  return { top, school, gym, as, ...importsAs(app, as) }
}
const listed = async (as: Awaited<ReturnType<typeof signIn>>) =>
  (await call(devices.list, { query: { PageSize: 200 } }, { as })).data.Items ?? []
const auditedAt = async (as: Awaited<ReturnType<typeof signIn>>, action: string) =>
  (await call(audit.list, { query: { SiteId: as.user.site.id, PageSize: 200 } }, { as })).data.Items?.filter(
    (entry) => entry.Action === action,
  ).length

test('a checked file says for each line whether it creates, changes, keeps or refuses a device, and writes nothing', async () => {
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
    Counts: { Created: 1, Changed: 1, Unchanged: 1, Refused: 5, Left: 0 },
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
  expect((await listed(as)).map(({ Name }) => Name).toSorted()).toEqual(['Hall', 'Locker Room'])
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
  const rows = await listed(as)
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
    expect(await auditedAt(as, action), action).toBe(1)
})

test('a file with refused lines is applied only if they are left out explicitly', async () => {
  const { as, check, apply, text } = await campus()
  const { Id } = await check(`Name,Mac,Note\nLibrary,${mac()},ok\n=2+3,rubbish,"a ""note"", quoted"\n`)
  await expect(apply(Id)).rejects.toThrow('import_has_refused_lines')
  expect(await listed(as)).toEqual([])
  expect((await apply(Id, { LeaveOutRefused: true })).State).toBe('Done')
  expect((await listed(as)).map(({ Name }) => Name)).toEqual(['Library'])
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

test('a file that would reveal many addresses of other customers is refused as a whole, as are further ones that hour', async () => {
  const { as, check } = await campus()
  const theirs = await make.site()
  const taken = await Promise.all(Array.from({ length: 21 }, () => make.device({ site: theirs })))
  const fileOf = (some: typeof taken) => `Name,Mac\n${some.map((device) => `A,${device.mac}`).join('\n')}\n`
  expect(await check(fileOf(taken))).toMatchObject({
    State: 'Refused',
    Problem: expect.stringContaining('More than 20 of the hardware addresses are taken'),
  })
  expect((await check(fileOf(taken.slice(0, 15)))).State).toBe('Checked')
  expect((await check(fileOf(taken.slice(15)))).State).toBe('Refused')
  advance(3_601_000)
  const later = importsAs(app, await signIn(as.user))
  expect((await later.check(fileOf(taken.slice(15)))).State).toBe('Checked')
})

test('a device of the inventory is claimed with its claim code, and a wrong code is answered like an unknown device', async () => {
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
  expect((await listed(as)).map(({ Name, Site }) => [Name, Site?.Name])).toEqual([['A', 'Gym']])
  expect(await auditedAt(as, 'device.claimed')).toBe(1)
})

test('nothing of a file is kept if a record was changed after the check, and the file stays ready to be checked again', async () => {
  const { as, school, check, apply } = await campus()
  const hall = await make.device({ site: school, name: 'Hall' })
  const taken = mac()
  const { Id } = await check(`Name,Mac,Site\nNew,${taken},Gym\nMain Hall,${hall.mac},Gym\n`)
  await call(devices.update, { params: { id: hall.id }, body: { Name: 'Big Hall' } }, { as })
  expect(await apply(Id)).toMatchObject({
    State: 'Checked',
    Problem: 'Line 3: The record has been changed since the check',
  })
  expect((await listed(as)).map(({ Name }) => Name)).toEqual(['Big Hall'])
  expect(await auditedAt(as, 'device.created')).toBe(0)
})

test('a user who may no longer import cannot have a checked file applied', async () => {
  const { as, check, get } = await campus()
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
  expect(await get(Id)).toMatchObject({ State: 'Checked', Problem: 'You may not import any more' })
  expect(await listed(as)).toEqual([])
})

test('a canceled check or import keeps nothing', async () => {
  const { as, upload, get, check } = await campus()
  const cancel = (id: string) => call(imports.cancel, { params: { id } }, { as })
  const { data } = await upload(`Name,Mac\nLibrary,${mac()}\n`)
  expect((await cancel(data.Id)).status).toBe(202)
  await runJobs()
  expect(await get(data.Id)).toMatchObject({ State: 'Canceled', Lines: 0 })
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  await call(imports.apply, { params: { id: Id }, body: {} }, { as })
  await cancel(Id)
  await runJobs()
  expect((await get(Id)).State).toBe('Canceled')
  expect(await listed(as)).toEqual([])
  expect(problemOf(await cancel(Id)).ErrorCode).toBe('import_not_ready')
})

test('the keys of created devices are issued once, and devices report with them', async () => {
  const { as, top, check, apply, text } = await campus()
  const address = mac()
  const { Id } = await check(`Name,Mac\n=Library,${address}\n`)
  expect(problemOf(await text(imports.keys, Id)).ErrorCode).toBe('import_not_ready')
  await apply(Id)
  const issued = await text(imports.keys, Id)
  const [heading, row = ''] = issued.text.trim().split('\r\n')
  expect(heading).toBe('Mac,Name,Site,Device key') // without its byte order mark, trimmed
  expect(row).toContain(`${address},'=Library,${top.name},`)
  const key = row.split(',').at(-1) ?? ''
  const reported = await app.server.inject({
    method: 'POST',
    url: '/api/ingest/readings',
    headers: {
      authorization: `Basic ${Buffer.from(`${address}:${key}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ readings: { temperature: 21 } }),
  })
  expect(reported.statusCode).toBe(202)
  expect(problemOf(await text(imports.keys, Id)).ErrorCode).toBe('keys_already_issued')
  expect(await auditedAt(as, 'import.keys_issued')).toBe(1)
})

test('undoing deletes created devices and restores changed ones, except for those changed since', async () => {
  const { as, school, gym, check, apply, undo, lines } = await campus()
  const hall = await make.device({ site: school, name: 'Hall' })
  const attic = await make.device({ site: school, name: 'Attic' })
  const kept = mac()
  const { Id } = await check(
    `Name,Mac,Site\nGone,${mac()},Gym\nKept,${kept},Gym\nMain Hall,${hall.mac},Gym\nRoof,${attic.mac},Gym\n`,
  )
  await apply(Id)
  const touch = async (address: string) => {
    const id = (await listed(as)).find(({ Mac }) => Mac === address)?.Id ?? ''
    return call(devices.update, { params: { id }, body: { Name: 'Touched' } }, { as })
  }
  await touch(kept)
  await touch(attic.mac)
  const undone = await undo(Id)
  expect(undone).toMatchObject({ State: 'Undone', Counts: { Left: 2 }, UndoUntil: null })
  expect((await listed(as)).map(({ Name, Site }) => [Name, Site?.Name]).toSorted()).toEqual([
    ['Hall', school.name],
    ['Touched', gym.name],
    ['Touched', gym.name],
  ])
  expect((await lines(Id, { Left: 'true' })).map(({ Line, LeftBecause }) => [Line, LeftBecause])).toEqual([
    [5, 'It has been changed since'],
    [3, 'It has been changed since'],
  ])
  expect(await auditedAt(as, 'import.undone')).toBe(1)
})

test('an import can be undone for ten minutes', async () => {
  const { as, check, apply } = await campus()
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  await apply(Id)
  advance(600_001)
  const later = await signIn(as.user)
  expect(problemOf(await call(imports.undo, { params: { id: Id } }, { as: later }))).toMatchObject({
    status: 409,
    ErrorCode: 'undo_expired',
  })
})

test('only one import of a user runs at a time, and of two requests to apply it one succeeds', async () => {
  const { as, upload, check } = await campus()
  const first = await check(`Name,Mac\nLibrary,${mac()}\n`)
  const ask = () => call(imports.apply, { params: { id: first.Id }, body: {} }, { as })
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect(problemOf(await upload('Name,Mac\n')).ErrorCode).toBe('import_under_way')
  await runJobs()
  expect(await listed(as)).toHaveLength(1)
})

test('an import belongs to its user: others at the same site get the answer for a missing one', async () => {
  const { top, check } = await campus()
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  const colleague = await signIn({ role: 'Site Administrator', site: top })
  const answer = await call(imports.get, { params: { id: Id } }, { as: colleague })
  expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'import_not_found' })
})
