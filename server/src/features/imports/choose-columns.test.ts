import type { BodyOf } from '@eot/contract/endpoint'
import { imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, runJobs } = app
const { campus, mac } = importCampus(app)

type Chosen = BodyOf<typeof imports.chooseColumns>['Fields']

/** Uploads a file to a new campus, and returns a function that chooses its columns. */
async function uploaded(file: string) {
  const { as, check, get, lines } = await campus()
  const made = await check(file)
  const choose = (Fields: Chosen) =>
    call(imports.chooseColumns, { params: { id: made.Id }, body: { Fields } }, { as })
  async function chosen(Fields: Chosen) {
    expect((await choose(Fields)).status).toBe(202)
    await runJobs()
    return get(made.Id)
  }
  return { as, made, choose, chosen, lines: () => lines(made.Id) }
}

test('a column whose heading is not recognized gets the field chosen by the user', async () => {
  const address = mac()
  const { made, chosen, lines } = await uploaded(`Mac,Raum\n${address},Library\n`)
  expect(made.Columns.map(({ Field }) => Field)).toEqual(['Mac', null])
  const checked = await chosen(['Mac', 'Name'])
  expect(checked).toMatchObject({ State: 'Checked', Counts: { Created: 1 } })
  expect(checked.Columns.map(({ Field }) => Field)).toEqual(['Mac', 'Name'])
  expect((await lines())[0]?.Cells).toEqual({ Mac: address, Name: 'Library' })
})

test('a file refused because no heading names the hardware address is checked once its column is chosen', async () => {
  const { made, chosen, lines } = await uploaded(`Label,Raum\n${mac()},Library\n`)
  expect(made).toMatchObject({ State: 'Refused', Columns: [{ Heading: 'Label' }, { Heading: 'Raum' }] })
  expect(await chosen(['Mac', 'Name'])).toMatchObject({ State: 'Checked', Problem: null, Lines: 1 })
  expect(await chosen(['Mac', null])).toMatchObject({ State: 'Checked', Counts: { Created: 0, Refused: 1 } })
  expect(await lines()).toHaveLength(1)
})

test.each<[string, string, [Chosen, string][], Chosen]>([
  [
    'a duplicate and no address',
    'Name;Device name;Serial',
    [[['Name', null, null], 'one of them must be “Mac”']],
    ['Name', null, 'Mac'],
  ],
  [
    'three duplicates',
    'Mac;Mac address;Name;Device name;Site;Site name',
    [
      [['Mac', null, 'Name', 'Name', 'Site', 'Site'], '“Name”, “Device name” mean the same'],
      [['Mac', null, 'Name', null, 'Site', 'Site'], '“Site”, “Site name” mean the same'],
    ],
    ['Mac', null, 'Name', null, 'Site', null],
  ],
])(
  'the columns of a file refused for %s are chosen one after the other',
  async (_name, heading, choices, last) => {
    const cells: Record<string, string> = { Serial: mac(), Mac: mac(), Name: 'Library' }
    const row = heading.split(';').map((title) => cells[title] ?? '')
    const { made, choose, chosen } = await uploaded(`${heading}\n${row.join(';')}\n`)
    expect(made.State).toBe('Refused')
    for (const [fields, problem] of choices) {
      const { status, data } = await choose(fields)
      expect(status).toBe(202)
      expect(data).toMatchObject({ State: 'Refused', Problem: expect.stringContaining(problem) })
      expect(data.Columns.map(({ Field }) => Field)).toEqual(fields)
    }
    expect(await chosen(last)).toMatchObject({ State: 'Checked', Problem: null, Counts: { Created: 1 } })
  },
)

test.each<[string, Chosen]>([
  ['too few fields', ['Mac']],
  ['no hardware address', [null, 'Name']],
  ['a field twice', ['Mac', 'Mac']],
  ['a field of another kind of file', ['Mac', 'City']],
])('%s are refused, and the file stays as checked', async (_name, Fields) => {
  const { choose, chosen } = await uploaded(`Mac,Name\n${mac()},Library\n`)
  const refused = await choose(Fields)
  expect(refused.status).toBe(400)
  expect(problemOf(refused).Errors?.[0]?.Path).toBe('Fields')
  expect(await chosen(['Mac', 'Name'])).toMatchObject({ State: 'Checked', Counts: { Created: 1 } })
})

test('the columns of a file that was applied or cannot be read can no longer be chosen', async () => {
  const { as, made, choose } = await uploaded(`Mac,Name\n${mac()},Library\n`)
  await call(imports.apply, { params: { id: made.Id }, body: {} }, { as })
  await runJobs()
  expect(problemOf(await choose(['Mac', 'Name'])).ErrorCode).toBe('import_not_ready')
  const empty = await uploaded('')
  expect(problemOf(await empty.choose([])).ErrorCode).toBe('import_not_ready')
})
