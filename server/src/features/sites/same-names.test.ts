import { devices } from '@eot/contract/devices'
import { search } from '@eot/contract/search'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { importsAs } from '../../../test/import-file.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, signIn } = app

const composed = 'B\u00fcro'
const decomposed = 'Bu\u0308ro'
const spellings = [composed, decomposed, 'B\u00fcro\u200b', '\ufeffB\u00fc\u00adro']

test('a name that looks like the one of another site is taken, however its characters are written', async () => {
  const as = await signIn({ site: await make.site() })
  const create = (Name: string) => call(sites.create, { body: { Name } }, { as })
  const { data } = await create(decomposed)
  expect(data.Name).toBe(composed)
  for (const name of spellings) expect(problemOf(await create(name))).toMatchObject({ status: 409 })
})

test('a name is found by a search text in any form', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site })
  const change = { params: { id: device.id }, body: { Name: `${decomposed} 4` } }
  expect((await call(devices.update, change, { as })).data.Name).toBe(`${composed} 4`)
  for (const text of spellings) {
    expect((await call(devices.list, { query: { search: text } }, { as })).data.Total, text).toBe(1)
    expect((await call(devices.lookup, { query: { search: text } }, { as })).data, text).toHaveLength(1)
    expect((await call(search.find, { query: { text } }, { as })).data.Devices, text).toHaveLength(1)
  }
})

test('an imported site is the one of that name, however the file is written', async () => {
  const top = await make.site()
  const as = await signIn({ site: top, role: 'Site Administrator' })
  await call(sites.create, { body: { Name: composed } }, { as })
  const { check, lines } = importsAs(app, as)
  const { Id } = await check(`Name,City\n${decomposed},Kiel\n`, { kind: 'Sites' })
  expect((await lines(Id)).map(({ Fate, Changes }) => [Fate, Object.keys(Changes)])).toEqual([
    ['Changed', ['City']],
  ])
})

test('an imported site is the one whose name was stored in another form', async () => {
  const top = await make.site()
  const as = await signIn({ site: top, role: 'Site Administrator' })
  await make.site({ parent: top, name: decomposed })
  const { check, lines } = importsAs(app, as)
  const { Id } = await check(`Name,City\n${composed},Kiel\n`, { kind: 'Sites' })
  expect((await lines(Id)).map(({ Fate }) => Fate)).toEqual(['Changed'])
})
