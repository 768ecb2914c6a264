import { expect, test } from 'vitest'
import { readCsv, UnreadableCsv } from './read-csv.ts'

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads bytes that arrive in chunks, so that characters and line ends are split. */
async function read(bytes: Uint8Array | string, size = 3) {
  const csv = await readCsv(inPieces(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, size))
  const lines: [number, ...string[]][] = []
  for await (const { line, cells } of csv.lines) lines.push([line, ...cells])
  return { encoding: csv.encoding, delimiter: csv.delimiter, heading: csv.heading, lines }
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
const plain = 'Name,Mac\r\nCafé 😀,1\r\n'
const expected = { heading: ['Name', 'Mac'], lines: [[2, 'Café 😀', '1']] }

test.each([
  ['UTF-8', 'UTF-8', Buffer.from(plain)],
  ['UTF-8 with a byte order mark', 'UTF-8', Buffer.from(`\ufeff${plain}`)],
  ['UTF-16 as Excel saves “Unicode Text”', 'UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le')],
  ['UTF-16 with the high byte first', 'UTF-16', swapped(`\ufeff${plain}`)],
  ['UTF-16 without a byte order mark', 'UTF-16', Buffer.from(plain, 'utf16le')],
])('reads %s', async (_name, encoding, bytes) => {
  for (const size of [2, 3, 7, 1000]) expect(await read(bytes, size)).toMatchObject({ ...expected, encoding })
})

test.each([
  ['commas', ',', 'Name,Mac\nCafé 😀,1'],
  ['semicolons', ';', 'Name;Mac\nCafé 😀;1'],
  ['tabs', '\t', 'Name\tMac\nCafé 😀\t1'],
])('reads cells separated by %s', async (_name, delimiter, text) => {
  expect(await read(text)).toMatchObject({ ...expected, delimiter })
})

test.each([
  ['a blank line', '\r\nMac;Name\r\n1;a,b', ['Mac', 'Name']],
  ['blank lines of a table', ';\n ; \nMac;Name\n1;a,b', ['Mac', 'Name']],
  ['a blank line and tabs', '\n\nMac\tName\n1\ta,b', ['Mac', 'Name']],
  ['a line break in its quotes', '"Mac\nof, it";Name\n1;a,b', ['Mac\nof, it', 'Name']],
  ['quotes in its quotes', '"a ""b,\n"",,";Name\n1;a,b', ['a "b,\n",,', 'Name']],
  ['a quote within a cell', 'Pipe 3/4";Name\n1;a,b\n2;a,b', ['Pipe 3/4"', 'Name']],
])('finds the separator of a heading with %s', async (_name, text, heading) => {
  for (const size of [1, 3, 1000]) expect(await read(text, size)).toMatchObject({ heading })
})

test('a line that names the separator for Excel is not the heading', async () => {
  expect(await read('\ufeffsep=;\r\nName;Mac\r\nCafé 😀;1')).toMatchObject({
    delimiter: ';',
    heading: expected.heading,
    lines: [[3, 'Café 😀', '1']],
  })
})

test.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])(
  'numbers lines that end with %s like a text editor, counting blank ones and those within cells',
  async (_name, end) => {
    const text = ['Name,Mac', '', '"a', 'b",1', 'c,2', ' , ', 'd,3'].join(end)
    expect((await read(text)).lines).toEqual([
      [3, `a${end}b`, '1'],
      [5, 'c', '2'],
      [7, 'd', '3'],
    ])
  },
)

test('a separator within the quotes of the heading does not count', async () => {
  expect(await read('"Name; first; last",Mac\na,1')).toMatchObject({ delimiter: ',' })
})

test('quotes enclose separators and quotes, and a quote within a cell is kept', async () => {
  expect((await read('Name,Mac\n"a ""b"", c",3/4" pipe')).lines).toEqual([[2, 'a "b", c', '3/4" pipe']])
})

test('the apostrophe before a formula in an exported file is removed again', async () => {
  expect((await read("Name,Mac\n'=1+2,'plain\n'@x,'-1")).lines).toEqual([
    [2, '=1+2', "'plain"],
    [3, '@x', '-1'],
  ])
})

const notText = 'The file is not text in UTF-8 or UTF-16. In Excel, save it as “CSV UTF-8 (Comma delimited)”.'

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), notText],
  ['Latin-1', Buffer.from('Name,Mac\nCafé,1', 'latin1'), notText],
  ['zero bytes', 'Name,Mac\na\u0000b,1', notText],
  [
    'a quotation mark that is never closed',
    'Name,Mac\na,1\n"b,2\nc,3\n',
    'Line 3: A quotation mark is opened here or below and never closed.',
  ],
  [
    'a line without an end',
    `Name,Mac\n${'x'.repeat(70_000)}`,
    'Line 2: This line is longer than 64 KB. Is a quotation mark never closed?',
  ],
])('refuses %s with the reason', async (_name, bytes, message) => {
  const outcome = read(bytes, 1000)
  await expect(outcome).rejects.toBeInstanceOf(UnreadableCsv)
  await expect(outcome).rejects.toThrow(message)
})
