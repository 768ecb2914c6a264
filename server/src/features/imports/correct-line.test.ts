import type { BodyOf } from '@eot/contract/endpoint'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, runJobs } = app
const { campus, devicesOf, mac } = importCampus(app)

const tooMany =
  'Too many hardware addresses in your last files are taken by devices elsewhere. Try again in an hour.'

type Correction = Omit<BodyOf<typeof imports.correct>, 'Everywhere'> & { Everywhere?: boolean }

/** Uploads a file to a new campus, and returns functions that correct its lines. */
async function uploaded(file: string, kind: 'Devices' | 'Sites' = 'Devices') {
  const at = await campus()
  const made = await at.check(file, { kind })
  const ask = (body: Correction) => call(imports.correct, { params: { id: made.Id }, body }, { as: at.as })
  async function correct(body: Correction) {
    expect((await ask(body)).status).toBe(202)
    await runJobs()
    return at.get(made.Id)
  }
  const fates = async () =>
    (await at.lines(made.Id)).map(({ Line, Fate, Problems }) => [
      Line,
      Fate,
      ...Problems.map(({ Message }) => Message),
    ])
  return { ...at, made, ask, correct, fates }
}

test('a refused line is corrected without a new upload, and applied with its new value', async () => {
  const address = mac()
  const { as, made, correct, apply, fates } = await uploaded(
    `Name,Mac,Site\nLibrary,${mac()},Gym\nLab,A4:CF:12:7B:0G:31,Gym\n`,
  )
  expect(made.Counts).toMatchObject({ Created: 1, Refused: 1 })
  const checked = await correct({ Line: 3, Field: 'Mac', Value: ` ${address} ` })
  expect(checked).toMatchObject({ State: 'Checked', Lines: 2, Counts: { Created: 2, Refused: 0 } })
  expect(await fates()).toEqual([
    [2, 'Created'],
    [3, 'Created'],
  ])
  await apply(made.Id)
  expect((await devicesOf(as)).find(({ Name }) => Name === 'Lab')?.Mac).toBe(address)
})

test('a correction that is also invalid is refused with its own reason', async () => {
  const { correct, fates } = await uploaded(`Name,Mac,Site\nLab,${mac()},Attic\n`)
  await correct({ Line: 2, Field: 'Site', Value: 'Cellar' })
  expect(await fates()).toEqual([[2, 'Refused', 'No site “Cellar”']])
})

test('a mistake is corrected in all refused lines that contain it, and in no others', async () => {
  const { correct, lines, made } = await uploaded(
    `Mac,Name,Site\n${mac()},One,High Scool\n${mac()},Two, High Scool\n${mac()},Three,Attic\n${mac()},Four\n`,
  )
  const [first] = await lines(made.Id)
  expect(first?.Problems).toEqual([
    { Field: 'Site', Value: 'High Scool', Message: 'No site “High Scool”', Suggestion: 'High School' },
  ])
  const checked = await correct({ Line: 2, Field: 'Site', Value: 'High School', Everywhere: true })
  expect(checked.Counts).toMatchObject({ Created: 3, Refused: 1 })
  expect((await lines(made.Id)).map(({ Line, Cells }) => [Line, Cells.Site])).toEqual([
    [4, 'Attic'],
    [2, 'High School'],
    [3, 'High School'],
    [5, undefined],
  ])
})

test('lines that refer to a corrected line are checked again with it', async () => {
  const { correct, fates } = await uploaded('Name,Parent site,Time zone\nEast,,Mars\nGym,East,\n', 'Sites')
  expect((await fates()).map(([line, fate]) => [line, fate])).toEqual([
    [2, 'Refused'],
    [3, 'Refused'],
  ])
  await correct({ Line: 2, Field: 'TimeZone', Value: 'America/Chicago' })
  expect(await fates()).toEqual([
    [3, 'Created'],
    [2, 'Created'],
  ])
})

test('a cell beyond the end of a short line can be corrected', async () => {
  const { correct, lines, made } = await uploaded(`Mac,Site,Name\n${mac()}\n`)
  await correct({ Line: 2, Field: 'Name', Value: 'Library' })
  expect(await lines(made.Id)).toMatchObject([{ Fate: 'Created', Cells: { Name: 'Library' } }])
})

test('corrections stay when other columns are chosen', async () => {
  const { as, made, correct, lines } = await uploaded(`Mac,Label,Site\n${mac()},Library,Gim\n`)
  await correct({ Line: 2, Field: 'Site', Value: 'Gym' })
  await call(
    imports.chooseColumns,
    { params: { id: made.Id }, body: { Fields: ['Mac', 'Name', 'Site'] } },
    { as },
  )
  await runJobs()
  expect(await lines(made.Id)).toMatchObject([{ Fate: 'Created', Cells: { Name: 'Library', Site: 'Gym' } }])
})

test('a line that does not exist, or a field without a column, is refused, and the file stays as checked', async () => {
  const { made, ask, get } = await uploaded(`Mac,Name\n${mac()},Library\n`)
  for (const [body, path] of [
    [{ Line: 9, Field: 'Name', Value: 'x' }, 'Line'],
    [{ Line: 2, Field: 'Site', Value: 'x' }, 'Field'],
  ] as const) {
    const refused = await ask(body)
    expect(refused.status).toBe(400)
    expect(problemOf(refused).Errors?.[0]?.Path).toBe(path)
  }
  expect((await get(made.Id)).State).toBe('Checked')
})

test('lines of a file that has been applied are not corrected', async () => {
  const { made, ask, apply } = await uploaded(`Mac,Name\n${mac()},Library\n`)
  await apply(made.Id)
  expect(problemOf(await ask({ Line: 2, Field: 'Name', Value: 'x' })).ErrorCode).toBe('import_not_ready')
})

test('correcting other lines does not count the taken addresses again, but guessing addresses does', async () => {
  const taken = await make.device({ site: await make.site({}) })
  const others = await Promise.all(
    Array.from({ length: 20 }, async () => make.device({ site: await make.site({}) })),
  )
  const { correct, fates } = await uploaded(`Mac,Name\n${taken.mac},Library\n${mac()},\n`)
  for (let turn = 0; turn < 21; turn++) await correct({ Line: 3, Field: 'Name', Value: `Hall ${turn}` })
  expect(await fates()).toEqual([
    [2, 'Refused', 'A device with this hardware address already exists'],
    [3, 'Created'],
  ])
  for (const { mac: guess } of others.slice(1)) await correct({ Line: 3, Field: 'Mac', Value: guess })
  const last = await correct({ Line: 3, Field: 'Mac', Value: others[0]?.mac ?? '' })
  expect(last).toMatchObject({ State: 'Checked', Problem: null, Counts: { Refused: 2 } })
  expect(await fates()).toEqual([
    [2, 'Refused', 'A device with this hardware address already exists'],
    [3, 'Refused', tooMany],
  ])
})

test('after many taken addresses, other lines of a checked file are corrected as before, and new addresses are refused alike', async () => {
  const elsewhere = await make.site()
  const taken = await Promise.all(Array.from({ length: 20 }, () => make.device({ site: elsewhere })))
  const guess = await make.device({ site: elsewhere })
  const { gym, correct, fates } = await uploaded(
    `Mac,Name\n${mac()},Library\n${mac()},\n,Attic\n${taken.map((each) => `${each.mac},A`).join('\n')}\n`,
  )
  const own = await make.device({ site: gym, name: 'Hall' })
  const firstThree = async () => (await fates()).filter(([line]) => Number(line) <= 4)
  const judged = [
    [2, 'Created'],
    [3, 'Created'],
  ]
  expect((await correct({ Line: 3, Field: 'Name', Value: 'Lab' })).State).toBe('Checked')
  expect(await firstThree()).toEqual([[4, 'Refused', 'Please enter the hardware address'], ...judged])
  for (const address of [guess.mac, mac()]) {
    await correct({ Line: 4, Field: 'Mac', Value: address })
    expect(await firstThree()).toEqual([[4, 'Refused', tooMany], ...judged])
    // Nor is it judged by the checks that follow.
    await correct({ Line: 3, Field: 'Name', Value: 'Laboratory' })
    expect(await firstThree()).toEqual([[4, 'Refused', tooMany], ...judged])
  }
  await correct({ Line: 4, Field: 'Mac', Value: own.mac })
  expect(await firstThree()).toEqual([[4, 'Changed'], ...judged])
})

test('correcting the name in a line with a taken address does not count the address again', async () => {
  const elsewhere = await make.site()
  const taken = await Promise.all(Array.from({ length: 20 }, () => make.device({ site: elsewhere })))
  const { correct } = await uploaded(`Mac,Name\n${taken.map((each) => `${each.mac},A`).join('\n')}\n`)
  expect(await correct({ Line: 2, Field: 'Name', Value: 'Library' })).toMatchObject({
    State: 'Checked',
    Counts: { Refused: 20 },
  })
})

test('after many taken addresses, a file whose columns are chosen again is refused as a whole', async () => {
  const elsewhere = await make.site()
  const taken = await Promise.all(Array.from({ length: 21 }, () => make.device({ site: elsewhere })))
  const { as, made, get } = await uploaded(
    `Mac,Name,Other\n${taken
      .slice(1)
      .map((each) => `${each.mac},A,`)
      .join('\n')}\n${mac()},B,${taken[0]?.mac}\n`,
  )
  expect(made.Counts).toMatchObject({ Refused: 20, Created: 1 })
  const Fields = [null, 'Name' as const, 'Mac' as const]
  await call(imports.chooseColumns, { params: { id: made.Id }, body: { Fields } }, { as })
  await runJobs()
  expect(await get(made.Id)).toMatchObject({ State: 'Refused', Problem: tooMany })
})

test('a new device with the name of another new one at its site, and a site below a new one, have a warning', async () => {
  const { made, lines } = await uploaded(
    `Mac,Name,Site\n${mac()},Library,Gym\n${mac()},library,Gym\n${mac()},Library,High School\n`,
  )
  expect(made.Counts).toMatchObject({ Created: 3, Warned: 1 })
  expect(await lines(made.Id, { Warned: 'true' })).toMatchObject([
    { Line: 3, Fate: 'Created', Warning: 'Second “library” at this site; the first is on line 2' },
  ])
  expect(await lines(made.Id, { Warned: 'false', Fate: 'Created' })).toHaveLength(2)
  const sites = await uploaded('Name,Parent site\nEast Campus,\nPool,East Campus\n', 'Sites')
  expect((await sites.lines(sites.made.Id)).map(({ Line, Warning }) => [Line, Warning])).toEqual([
    [3, '“East Campus” does not exist yet; line 2 creates it'],
    [2, null],
  ])
})
