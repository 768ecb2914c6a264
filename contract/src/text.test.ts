import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { findUnstorable, isStorable, readableLine, readableText, searchText, storable } from './text.ts'

test.each([
  ['plain text', 'Room 4', true],
  ['accents, Chinese and an emoji', 'Zürich 教室 😀', true],
  ['line breaks and tabs', 'a\r\n\tb', true],
  ['NUL', 'a\u0000b', false],
  ['the first half of a surrogate pair', 'a\ud83d', false],
  ['the second half of a surrogate pair', '\ude00b', false],
])('%s: storable is %s', (_title, text, expected) => {
  expect(isStorable(text)).toBe(expected)
})

test.each([
  ['plain text', ' Room 4 ', undefined],
  ['an empty text', '', undefined],
  ['several lines', 'a\r\n\tb', undefined],
  ['joined emoji, Arabic and Hebrew', '👩\u200d🏫 غرفة חדר', undefined],
  ['a bell', 'Room\u0007', 'Contains control characters'],
  ['a mark that turns the direction', 'Room \u202e4', 'Contains control characters'],
  ['a zero-width space alone', '\u200b', undefined],
  ['blank letters', '\u3164\u2800', 'Contains only invisible characters'],
])('%s as a name: %j gives the error %j', (_title, text, message) => {
  expect(readableText.safeParse(text).error?.issues[0]?.message).toBe(message)
})

test.each([
  ['B\u00fcro', 'Bu\u0308ro'],
  ['B\u00fcro', 'B\u00fc\u200bro\ufeff'],
  ['Lab 4', '\u2060Lab\u00ad \u200d4\u200c'],
  ['Lab', '\u200b Lab \u200b'],
  ['\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u200c\u062e'],
  ['👩\u200d🏫 ❤\ufe0f', '👩\u200d🏫 ❤\ufe0f'],
  ['中\u200d\u200c文', '中\u200d\u200c文'],
  ['中4', '中\u200d\u200c\u200d4\u200c'],
])('the name %j is the same, however it is written: %j', (name, written) => {
  expect(readableLine.parse(written)).toBe(name)
  expect(searchText.trim().parse(written)).toBe(name)
})

test.each([
  ['joiners', `中${'\u200d'.repeat(100_000)}中`],
  ['marks', `e${'\u0301\u0323'.repeat(50_000)}`],
  ['marks that composing would shorten', 'u\u0308'.repeat(50_000)],
])('100,000 %s are refused by their number before they are composed', (_title, text) => {
  for (const schema of [readableText.max(120), readableLine.min(1).max(120), searchText.max(200)])
    expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter at most 10000 characters',
    ])
})

test('a name with more marks on a letter than any language has stays as it is written', () => {
  const name = `e${'\u0301\u0323'.repeat(20)}`
  expect(readableLine.max(120).parse(`${name}\u200b`)).toBe(name)
  expect(readableLine.max(120).parse('e\u0301\u0323')).toBe('\u1eb9\u0301')
})

test('a refused length without a text of its own is explained in words for people', () => {
  const messageOf = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues[0]?.message
  expect(messageOf(readableText.min(1), '  ')).toBe('Please enter a value')
  expect(messageOf(readableText.min(6), 'abc')).toBe('Please enter at least 6 characters')
  expect(messageOf(readableText.max(2), 'abc')).toBe('Please enter at most 2 characters')
  expect(messageOf(readableText.min(1, 'Please enter a name'), '')).toBe('Please enter a name')
})

test.each<[string, unknown, string[] | undefined]>([
  ['a text', 'a\u0000', []],
  ['a text in a list in an object', { List: ['a', { Name: '\ud800' }] }, ['List', '1', 'Name']],
  ['the name of a key', { 'a\u0000': 1 }, ['a\u0000']],
  ['values that are not text', { A: 1, B: null, C: [true, undefined] }, undefined],
])('%s: unstorable text is found with its path', (_title, value, path) => {
  expect(findUnstorable(value)).toEqual(path)
})

test('text at a depth of 100,000 is found without a stack overflow', () => {
  let value: unknown = '\u0000'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(findUnstorable(value)).toHaveLength(100_000)
})

const schemas = endpoints.flatMap(({ method, path, params, query, body }: Endpoint) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${part} of ${method} ${path}`, schema] as const] : [],
  ),
)

test.each(schemas)('the %s are checked for text that cannot be stored', (_title, schema) => {
  expect(schema._zod.def.checks).toContain(storable)
})

test('an endpoint rejects unstorable text anywhere in its body, even if the schema is loose', () => {
  const { body } = endpoint({
    method: 'POST',
    path: '/any',
    summary: '',
    access: 'signedIn',
    body: z.record(z.string(), z.unknown()),
    answer: z.undefined(),
  })
  const outcome = body?.safeParse({ Deep: [{ Text: '\ud800' }] })
  expect(outcome?.error?.issues).toMatchObject([{ path: ['Deep', '0', 'Text'] }])
})

test('a name is a single line, a comment is not', () => {
  const name = readableLine.min(1).safeParse('Lab\r\nBcc: all@example.org')
  expect(name.error?.issues[0]?.message).toBe('Must be a single line')
  expect(readableText.safeParse('Seen by Dana.\nNothing to do.').success).toBe(true)
})
