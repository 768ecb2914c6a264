import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tolerateKeys } from './tolerant-keys.ts'

const Inner = z.strictObject({ Level: z.number().optional(), note: z.string().nullable() })
const Schema = z.strictObject({
  Name: z.string(),
  siteId: z.string().optional(),
  Inner: Inner.optional(),
  Items: z.array(Inner).default([]),
  Either: z.union([z.string(), z.strictObject({ Deep: Inner })]).optional(),
  Rules: z.partialRecord(z.enum(['Vape', 'CO']), Inner).optional(),
  readings: z.record(z.string(), z.number()).optional(),
})

const inner = fc.record({ Level: fc.integer(), note: fc.option(fc.string()) }, { requiredKeys: ['note'] })
const valid = fc.record(
  {
    Name: fc.string(),
    siteId: fc.string(),
    Inner: inner,
    Items: fc.array(inner, { maxLength: 3 }),
    Either: fc.oneof(fc.string(), fc.record({ Deep: inner })),
    Rules: fc.record({ Vape: inner, CO: inner }, { requiredKeys: [] }),
    readings: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }),
  },
  { requiredKeys: ['Name'] },
)

/** Flips the case of the first letter of the keys selected by `flips`, except in records with arbitrary keys. */
function flipKeys(value: unknown, flips: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => flipKeys(item, flips))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, within]) => {
      const first = key.charAt(0)
      const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()
      const isFree = key === 'readings'
      return [flips() ? other + key.slice(1) : key, isFree ? within : flipKeys(within, flips)]
    }),
  )
}

test('keys are recognized whatever the case of their first letter', () => {
  fc.assert(
    fc.property(valid, fc.infiniteStream(fc.boolean()), (value, flips) => {
      const flipped = flipKeys(value, () => flips.next().value === true)
      const { value: understood, problems } = tolerateKeys(Schema, flipped)
      expect(problems).toEqual([])
      expect(Schema.parse(understood)).toEqual(Schema.parse(value))
    }),
  )
})

test('keys spelled as in the schema stay unchanged', () => {
  fc.assert(
    fc.property(valid, (value) => {
      expect(tolerateKeys(Schema, value)).toEqual({ value, problems: [] })
    }),
  )
})

test('any value is accepted and left for the schema to validate', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      tolerateKeys(Schema, value)
    }),
  )
})

describe('a key in both spellings', () => {
  test('is reported with its path', () => {
    const { problems } = tolerateKeys(Schema, { Name: 'a', Items: [{ note: 'x', Note: 'y' }] })
    expect(problems).toEqual([{ path: 'Items.0.note', message: 'Given twice' }])
  })

  test('is two keys if the schema has both', () => {
    const both = z.strictObject({ Order: z.string(), order: z.string() })
    expect(tolerateKeys(both, { Order: 'a', order: 'b' }).problems).toEqual([])
  })
})

test('keys that differ in more than the case of the first letter stay unknown', () => {
  expect(tolerateKeys(Schema, { NAME: 1, SiteID: 2 }).value).toEqual({ NAME: 1, SiteID: 2 })
})

test('a key named __proto__ is treated like any other', () => {
  const { value } = tolerateKeys(Schema, JSON.parse('{"__proto__": {"Name": "x"}}'))
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(Schema.safeParse(value).success).toBe(false)
})

test('a recursive schema is followed only to a limited depth', () => {
  interface Node {
    Children: Node[]
  }
  const Node: z.ZodType<Node> = z.lazy(() => z.strictObject({ Children: z.array(Node) }))
  expect(tolerateKeys(Node, { children: [{ children: [] }] }).value).toEqual({
    Children: [{ Children: [] }],
  })
  let deep: unknown = { Children: [] }
  for (let depth = 0; depth < 50_000; depth++) deep = { Children: [deep] }
  expect(tolerateKeys(Node, deep).problems).toMatchObject([{ message: 'Nested too deeply' }])
})
