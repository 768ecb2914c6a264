import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, runJobs } = app
const { campus, devicesOf, mac } = importCampus(app)

/** Uploads a file to a new campus, and returns a function that leaves out its lines. */
async function uploaded(file: string, kind: 'Devices' | 'Sites' = 'Devices') {
  const at = await campus()
  const made = await at.check(file, { kind })
  const ask = (Line: number, LeaveOut = true) =>
    call(imports.leaveOut, { params: { id: made.Id }, body: { Line, LeaveOut } }, { as: at.as })
  async function leaveOut(line: number, isLeftOut = true) {
    expect((await ask(line, isLeftOut)).status).toBe(202)
    await runJobs()
    return at.get(made.Id)
  }
  const fates = async () => (await at.lines(made.Id)).map(({ Line, Fate }) => [Line, Fate])
  return { ...at, made, ask, leaveOut, fates }
}

test('a line that is left out is listed last, keeps its cells and is not applied', async () => {
  const address = mac()
  const { as, made, leaveOut, lines, fates, apply } = await uploaded(
    `Name,Mac,Site\nLibrary,${address},Gym\nLab,${mac()},Gym\n`,
  )
  const checked = await leaveOut(2)
  expect(checked).toMatchObject({ State: 'Checked', Lines: 2, Counts: { Created: 1, LeftOut: 1 } })
  expect(await fates()).toEqual([
    [3, 'Created'],
    [2, 'LeftOut'],
  ])
  expect(await lines(made.Id, { Fate: 'LeftOut' })).toMatchObject([
    { Cells: { Name: 'Library', Mac: address, Site: 'Gym' }, Changes: {}, RecordId: null },
  ])
  await apply(made.Id)
  const [lab] = await lines(made.Id, { Fate: 'Created' })
  expect((await devicesOf(as)).map(({ Id, Name }) => [Id, Name])).toEqual([[lab?.RecordId, 'Lab']])
})

test('a file whose refused lines are all left out is applied without another confirmation', async () => {
  const { as, made, leaveOut, get } = await uploaded(`Name,Mac,Site\nLibrary,${mac()},Gym\nLab,,Gym\n`)
  expect((await leaveOut(3)).Counts).toMatchObject({ Created: 1, Refused: 0, LeftOut: 1 })
  const applied = await call(imports.apply, { params: { id: made.Id }, body: {} }, { as })
  expect(applied.status).toBe(202)
  await runJobs()
  expect(await get(made.Id)).toMatchObject({ State: 'Done', Counts: { Created: 1, LeftOut: 1 } })
})

test('leaving out the first of two lines with the same address makes the other one valid', async () => {
  const address = mac()
  const { leaveOut, fates } = await uploaded(`Name,Mac\nLibrary,${address}\nLab,${address}\n`)
  expect(await fates()).toEqual([
    [3, 'Refused'],
    [2, 'Created'],
  ])
  await leaveOut(2)
  expect(await fates()).toEqual([
    [3, 'Created'],
    [2, 'LeftOut'],
  ])
})

test('sites below a site whose line is left out are refused until it is put back', async () => {
  const { leaveOut, fates } = await uploaded('Name,Parent site\nEast,\nGym,East\n', 'Sites')
  await leaveOut(2)
  expect(await fates()).toEqual([
    [3, 'Refused'],
    [2, 'LeftOut'],
  ])
  expect((await leaveOut(2, false)).Counts).toMatchObject({ Created: 2, LeftOut: 0 })
})

test('lines stay left out when another line is corrected and when other columns are chosen', async () => {
  const { as, made, leaveOut, fates } = await uploaded(`Label,Mac,Site\n,${mac()},Gym\nLab,${mac()},Gim\n`)
  await leaveOut(2)
  await call(
    imports.correct,
    { params: { id: made.Id }, body: { Line: 3, Field: 'Site', Value: 'Gym' } },
    { as },
  )
  await runJobs()
  await call(
    imports.chooseColumns,
    { params: { id: made.Id }, body: { Fields: ['Name', 'Mac', 'Site'] } },
    { as },
  )
  await runJobs()
  expect(await fates()).toEqual([
    [3, 'Created'],
    [2, 'LeftOut'],
  ])
})

test('putting a line back does not count its taken address again', async () => {
  const taken = await make.device({ site: await make.site({}) })
  const { leaveOut, fates } = await uploaded(`Mac,Name\n${taken.mac},Library\n${mac()},Hall\n`)
  for (let turn = 0; turn < 21; turn++) {
    await leaveOut(2)
    await leaveOut(2, false)
  }
  expect(await fates()).toEqual([
    [2, 'Refused'],
    [3, 'Created'],
  ])
})

test('a line that does not exist is refused, and so is every line of an applied file or of another user', async () => {
  const { made, ask, apply, get } = await uploaded(`Mac,Name\n${mac()},Library\n`)
  const refused = await ask(9)
  expect(refused.status).toBe(400)
  expect(problemOf(refused).Errors?.[0]?.Path).toBe('Line')
  expect((await get(made.Id)).State).toBe('Checked')
  const { as: stranger } = await campus()
  const foreign = await call(
    imports.leaveOut,
    { params: { id: made.Id }, body: { Line: 2 } },
    { as: stranger },
  )
  expect(problemOf(foreign).ErrorCode).toBe('import_not_found')
  expect((await get(made.Id)).State).toBe('Checked')
  await apply(made.Id)
  expect(problemOf(await ask(2)).ErrorCode).toBe('import_not_ready')
})
