import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { findUnstorable, isStorable, storable } from './text.ts'

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
