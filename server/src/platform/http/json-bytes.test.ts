import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinParts, joinTexts, jsonBytes } from './json-bytes.ts'

const longList = Array.from({ length: 5000 }, (_, at) => ({ Id: at, Name: `Flur ${at} · Süd` }))

test.each<[string, unknown]>([
  ['a long list', longList],
  ['a page of a long list', { Items: longList, Total: 5000 }],
  ['a list of few long texts', ['ä'.repeat(100_000), '€'.repeat(100_000)]],
  ['a list of what JSON has no form for', Array.from({ length: 20_000 }, () => undefined)],
  ['an object whose members are left out', { A: undefined, B: () => 1 }],
  ['an object that serializes itself', { toJSON: () => ({ A: 1 }) }],
  ['an instant', new Date(0)],
])('%s becomes the JSON that it would become in one piece', (_, value) => {
  expect(jsonBytes(value).toString()).toBe(JSON.stringify(value))
})

test('any value becomes the JSON that it would become in one piece', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonBytes(value).toString()).toBe(JSON.stringify(value))
    }),
  )
})

test('texts are joined by commas, however long they are', () => {
  const text = fc.oneof(fc.string(), fc.string({ minLength: 20_000, maxLength: 50_000 }))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      expect(joinParts(joinTexts(texts)).toString()).toBe(Buffer.from(texts.join(',')).toString())
    }),
    { numRuns: 30 },
  )
})
