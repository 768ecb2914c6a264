import { endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { validRequests } from './valid-requests.ts'

const named = endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)

test.each(named)('valid requests can be generated for %s', (_name, one) => {
  // Throws on an invalid request. A failure prints the seed.
  fc.assert(fc.property(validRequests(one), () => true))
})

test('a rule that JSON Schema cannot express without examples fails with the path of the field', () => {
  const even = z.number().refine((value) => value === 4711)
  const taking = (body: z.ZodType) =>
    endpoint({
      method: 'POST',
      path: '/even',
      summary: 'Takes a number',
      access: 'signedIn',
      body,
      answer: z.string(),
    })
  const sample = (body: z.ZodType) => fc.sample(validRequests(taking(body)), 1)
  expect(() => sample(z.strictObject({ Rows: z.array(z.strictObject({ Number: even })).min(1) }))).toThrow(
    /No valid body for POST \/even: .* at "Rows\.0\.Number"\. Give the field examples/,
  )
  expect(sample(z.strictObject({ Number: even.meta({ examples: [4711] }) }))).toEqual([
    { body: { Number: 4711 } },
  ])
})
