import { expect, test } from 'vitest'
import { z } from '../no-schemas.ts'

interface Inert {
  strictObject(fields: object): Inert
  extend(fields: object): Inert
  shape: Record<string, unknown>
  safeParse(value: unknown): unknown
}

const schema = (z as Inert).strictObject({ Id: z }).extend({ Name: z })

test('in the browser a schema can be derived from another one', () => {
  expect({ ...schema.shape }).toEqual({})
  expect(schema.shape.Id).toBe(z)
})

test('in the browser validating with a schema throws, because nothing would be checked', () => {
  expect(() => schema.safeParse({})).toThrow('Schemas are not available in the browser')
})
