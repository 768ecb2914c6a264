import { expect, test } from 'vitest'
import { z } from '../no-schemas.ts'

interface Inert {
  strictObject(fields: object): Inert
  extend(fields: object): Inert
  shape: Record<string, unknown>
  safeParse(value: unknown): unknown
}

const schema = (z as Inert).strictObject({ Id: z }).extend({ Name: z })

test('in the browser a schema can be declared from others', () => {
  expect({ ...schema.shape }).toEqual({})
  expect(schema.shape.Id).toBe(z)
})

test('in the browser checking with a schema fails aloud, since nothing would be checked', () => {
  expect(() => schema.safeParse({})).toThrow('The browser holds no schemas')
})
