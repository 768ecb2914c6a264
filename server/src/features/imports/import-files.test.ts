import { request } from 'node:http'
import { importLimits, imports } from '@eot/contract/imports'
import { expect, test } from 'vitest'
import { importsAs } from '../../../test/import-file.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, signIn } = app
const as = await signIn()
const { upload, check, lines } = importsAs(app, as)

const stored = async () =>
  (
    await db
      .selectFrom('csv_import')
      .leftJoin('csv_import_chunk', 'csv_import_chunk.import_id', 'csv_import.id')
      .where('csv_import.state', '<>', 'Replaced')
      .select(['csv_import.state', 'csv_import_chunk.no'])
      .execute()
  ).map(({ state, no }) => [state, no])

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['only a heading', 'Name,Mac\n', 'The file has a heading, but no lines below it.'],
  [
    'an image',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'The file is not text in UTF-8 or UTF-16',
  ],
  [
    'another table',
    'Date;Amount\n2026-01-01;3\n',
    'The first line must name the columns, and one of them must be “Mac”. It reads “Date”, “Amount”.',
  ],
  [
    'two columns for the same field',
    'Mac,Hardware address\n1,2\n',
    'The columns “Mac”, “Hardware address” mean the same.',
  ],
  [
    'an open quotation mark',
    'Name,Mac\n"a,1\n',
    'Line 2: A quotation mark is opened here or below and never closed.',
  ],
])(
  '%s is refused as a whole with the reason, and none of its lines is kept',
  async (_name, file, problem) => {
    const refused = await check(file)
    expect(refused).toMatchObject({ State: 'Refused', Problem: expect.stringContaining(problem), Lines: 0 })
    expect(await lines(refused.Id)).toEqual([])
  },
)

test('invalid lines below a valid heading are reported line by line', async () => {
  const { Id, Counts } = await check('Name,Mac\n%$&/,(((\n\n;;;,\na,b,c,d\n"x\ny",02:00:00:00:00:zz\n')
  expect(Counts).toMatchObject({ Created: 0, Refused: 4 })
  expect((await lines(Id)).map(({ Line, Problems }) => [Line, Problems[0]?.Message])).toEqual([
    [2, 'Expected a hardware address such as A4:CF:12:7B:03:9E'],
    [4, 'Please enter the hardware address'],
    [5, 'This line has 4 cells, but the heading has 2'],
    [6, 'Expected a hardware address such as A4:CF:12:7B:03:9E'],
  ])
  expect(
    problemOf(await call(imports.apply, { params: { id: Id }, body: { LeaveOutRefused: true } }, { as }))
      .ErrorCode,
  ).toBe('import_not_ready')
})

test('a file saved by Excel as Unicode text is read like any other', async () => {
  const file = Buffer.from('\ufeffName\tMac\r\nCafé\t02-12-00-00-00-01\r\n', 'utf16le')
  expect(await check(file)).toMatchObject({ Encoding: 'UTF-16', Delimiter: '\t', Counts: { Created: 1 } })
})

test('a file with more lines than allowed is refused', async () => {
  const file = `Name\n${'x\n'.repeat(importLimits.lines.Sites + 1)}`
  const refused = await check(file, { kind: 'Sites' })
  expect(refused).toMatchObject({
    State: 'Refused',
    Problem: 'The file has more than 10000 lines. Split it.',
  })
})

test('lines are found by their text, by outcome and page by page', async () => {
  const { Id } = await check(
    `Name,Mac\n${Array.from({ length: 30 }, (_, n) => `Room ${n},x${n}`).join('\n')}\nHall,02:12:00:00:00:02`,
  )
  const { data } = await call(imports.lines, { params: { id: Id }, query: { PageSize: 10, Page: 2 } }, { as })
  expect(data).toMatchObject({ Total: 31, Page: 2 })
  expect(data.Items?.map(({ Line }) => Line)).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30, 31])
  expect((await lines(Id, { search: 'room 29' })).map(({ Line }) => Line)).toEqual([31])
  expect((await lines(Id, { search: '%' })).length).toBe(0)
  expect((await lines(Id, { Fate: 'Created' })).map(({ Line }) => Line)).toEqual([32])
})

test('a new file replaces those that were checked and not applied, and a request for one of them reports this', async () => {
  const file = 'Name,Mac\nHall,02:12:00:00:00:03\n'
  const [first, refused] = [await check(file), await check('Name\n')]
  await check(file)
  for (const { Id: id } of [first, refused])
    for (const answer of [
      await call(imports.get, { params: { id } }, { as }),
      await call(imports.lines, { params: { id }, query: {} }, { as }),
      await call(imports.cancel, { params: { id } }, { as }),
      await call(imports.apply, { params: { id }, body: {} }, { as }),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 410, ErrorCode: 'import_replaced' })
      expect(problemOf(answer).ErrorDetail).toContain('You have uploaded another file since')
    }
  const kept = await db
    .selectFrom('csv_import_line')
    .where('import_id', 'in', [first.Id, refused.Id])
    .selectAll()
    .execute()
  expect(kept).toEqual([])
  const stranger = await app.signIn()
  const foreign = await call(imports.get, { params: { id: first.Id } }, { as: stranger })
  expect(problemOf(foreign).ErrorCode).toBe('import_not_found')
  const { data } = await call(imports.list, {}, { as })
  expect(data.Items?.map(({ State }) => State)).toEqual(['Checked'])
})

test('an upload that announces 1 GB is refused before it is read, and one that turns out too large is not kept and replaces nothing', async () => {
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const before = await stored()
  const send = (headers: Record<string, string>, pieces: number) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sending = request(`${address}/api/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as.AccessToken}`, 'content-type': 'text/csv', ...headers },
      })
      sending.on('response', async (response) => {
        let text = ''
        for await (const part of response) text += part
        sending.destroy()
        resolve({ status: response.statusCode, text })
      })
      sending.on('error', reject)
      const piece = Buffer.alloc(1024 * 1024, 'x')
      for (let n = 0; n < pieces; n++) sending.write(piece)
      if (pieces > 0) sending.end()
      else sending.flushHeaders()
    })
  const announced = await send({ 'content-length': String(1024 ** 3) }, 0)
  expect([announced.status, problemOf(announced).ErrorDetail]).toEqual([413, 'The file is larger than 16 MB'])
  const streamed = await send({ 'transfer-encoding': 'chunked' }, 17)
  expect([streamed.status, problemOf(streamed).ErrorCode]).toEqual([413, 'import_too_large'])
  expect(await stored()).toEqual(before)
  expect((await upload('Name,Mac\n')).status).toBe(201)
  expect((await stored()).length).toBe(before.length)
})
