import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importCampus } from '../../../test/import-campus.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { advance, call, make, runJobs, signIn } = app

const { campus, countAudited, devicesOf, mac } = importCampus(app)

test('a canceled check or import leaves nothing behind', async () => {
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
  expect(await devicesOf(as)).toEqual([])
  expect(problemOf(await cancel(Id)).ErrorCode).toBe('import_not_ready')
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
    const id = (await devicesOf(as)).find(({ Mac }) => Mac === address)?.Id ?? ''
    return call(devices.update, { params: { id }, body: { Name: 'Touched' } }, { as })
  }
  await touch(kept)
  await touch(attic.mac)
  const undone = await undo(Id)
  expect(undone).toMatchObject({ State: 'Undone', Counts: { Left: 2 }, UndoUntil: null })
  expect((await devicesOf(as)).map(({ Name, Site }) => [Name, Site?.Name]).toSorted()).toEqual([
    ['Hall', school.name],
    ['Touched', gym.name],
    ['Touched', gym.name],
  ])
  expect((await lines(Id, { Left: 'true' })).map(({ Line, LeftBecause }) => [Line, LeftBecause])).toEqual([
    [5, 'It has been changed since'],
    [3, 'It has been changed since'],
  ])
  expect(await countAudited(as, 'import.undone')).toBe(1)
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

test('only one import of a user runs at a time, and if two requests apply it, one succeeds', async () => {
  const { as, upload, check } = await campus()
  const first = await check(`Name,Mac\nLibrary,${mac()}\n`)
  const ask = () => call(imports.apply, { params: { id: first.Id }, body: {} }, { as })
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect(problemOf(await upload('Name,Mac\n')).ErrorCode).toBe('import_under_way')
  await runJobs()
  expect(await devicesOf(as)).toHaveLength(1)
})

test('an import belongs to its user: others at the same site get the same response as for a missing one', async () => {
  const { top, check } = await campus()
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  const colleague = await signIn({ role: 'Site Administrator', site: top })
  const answer = await call(imports.get, { params: { id: Id } }, { as: colleague })
  expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'import_not_found' })
})

test('a finished import names only sites that are still within those of its user', async () => {
  const { gym, check, apply, get } = await campus()
  const { Id } = await check(`Name,Mac,Site\nLibrary,${mac()},High School\nMats,${mac()},Gym\n`)
  await apply(Id)
  const places = async () => (await get(Id)).Places?.map(({ Name, Count }) => [Name, Count])
  expect(await places()).toEqual([
    ['Gym', 1],
    ['High School', 1],
  ])
  const body = { SiteIds: [gym.id], ParentSite: (await make.site()).id }
  expect((await call(sites.move, { body }, { as: await app.signInAsRoot() })).status).toBe(200)
  expect(await places()).toEqual([['High School', 1]])
})

test('a change that is made while an import is about to be committed waits for it, and both succeed', async () => {
  const { as, school, check, get } = await campus()
  const hall = await make.device({ site: school, name: 'Hall' })
  const { Id } = await check(`Name,Mac\nLibrary,${mac()}\n`)
  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'update on audit_head')
  await call(imports.apply, { params: { id: Id }, body: {} }, { as })
  const working = runJobs()
  await untilHeld()
  const changed = call(devices.update, { params: { id: hall.id }, body: { Name: 'Main Hall' } }, { as })
  await untilBlocked()
  await letGo()
  await working
  expect((await changed).status).toBe(200)
  expect((await get(Id)).State).toBe('Done')
  expect((await devicesOf(as)).map(({ Name }) => Name).toSorted()).toEqual(['Library', 'Main Hall'])
})
