import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepestJson, isTooDeep } from './json-body.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('the depth of a body ignores brackets inside strings', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 55, max: 70 }), (json, outside) => {
      const text = '['.repeat(outside) + json + ']'.repeat(outside)
      expect(isTooDeep(Buffer.from(text))).toBe(depthOf(JSON.parse(text)) > deepestJson)
    }),
  )
})

test.each([
  ['as deep as allowed', nested(deepestJson), false],
  ['one deeper', nested(deepestJson + 1), true],
  ['side by side', `[${'[],'.repeat(1000)}[]]`, false],
  ['in a string', JSON.stringify('['.repeat(1000)), false],
  ['behind an escaped quote', String.raw`"\"${'['.repeat(1000)}"`, false],
  ['never closed', '['.repeat(1000), true],
])('brackets %s', (_title, json, tooDeep) => {
  expect(isTooDeep(Buffer.from(json))).toBe(tooDeep)
})
