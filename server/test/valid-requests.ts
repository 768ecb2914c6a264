import type { Endpoint } from '@eot/contract/endpoint'
import { composed, isReadable, isStorable } from '@eot/contract/text'
import { sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

export interface ValidRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  /** The JSON body, or the text for an endpoint that streams. */
  body?: unknown
}

export interface Known {
  /** Ids of existing records. Without them, ids are random. */
  ids?: readonly string[]
  /** MAC of the reporting device. */
  mac?: string
}

const longestList = 3
const usualLength = 30

/**
 * Generates valid requests from the schemas of an endpoint. A field whose rule JSON Schema cannot express, such as a time
 * zone, needs examples in the contract: `.meta({ examples: […] })`. Otherwise an error names the field.
 */
export function validRequests(endpoint: Endpoint, known: Known = {}): fc.Arbitrary<ValidRequest> {
  const { params, query, body, streams } = endpoint
  const parts = fc.record({
    ...(params && { params: valuesOf(params, known) }),
    ...(query && { query: valuesOf(query, known) }),
    ...(body && { body: valuesOf(body, known) }),
    ...(streams && { body: streamedBody(streams, known) }),
  })
  return parts.map((request) => {
    for (const part of ['params', 'query', 'body'] as const) {
      const issue = endpoint[part]?.safeParse(request[part]).error?.issues[0]
      if (issue)
        throw new Error(
          `No valid ${part} for ${endpoint.method} ${endpoint.path}: ${issue.message} at "${issue.path.join('.')}". ` +
            'Give the field examples in the contract: .meta({ examples: […] })',
        )
    }
    return request as ValidRequest // validated above
  })
}

/** Generates one valid request, the same in every run unless another seed is given. */
export function validRequest(endpoint: Endpoint, known: Known = {}, seed = 1): ValidRequest {
  return fc.sample(validRequests(endpoint, known), { numRuns: 1, seed })[0] ?? {}
}

/** Returns valid values of the required query parameters of an endpoint. */
export function neededQuery(endpoint: Endpoint): Record<string, unknown> {
  if (!endpoint.query) return {}
  const { required = [] } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })
  const { query = {} } = validRequest(endpoint)
  return Object.fromEntries(required.map((field) => [field, query[field]]))
}

function valuesOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known)
}

function fromJsonSchema(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (schema.examples) return fc.constantFrom(...(schema.examples as unknown[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fromJsonSchema(option, known)))
  // A nullable field has two types.
  const types: unknown = schema.type
  if (Array.isArray(types))
    return fc.oneof(...types.map((type) => fromJsonSchema({ ...schema, type }, known)))
  switch (schema.type) {
    case 'string':
      return textOf(schema, known)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromJsonSchema(child(schema.items), known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? longestList, longestList),
      })
    case 'object':
      return objectOf(schema, known)
  }
  throw new Error(`No values for the schema ${JSON.stringify(schema)}: give it examples in the contract`)
}

function objectOf({ properties, required, ...schema }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (!properties) {
    const names = fromJsonSchema(child(schema.propertyNames), known) as fc.Arbitrary<string> // keys are strings
    const values = fromJsonSchema(child(schema.additionalProperties), known)
    return fc.dictionary(names, values, { maxKeys: longestList, noNullPrototype: true })
  }
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, fromJsonSchema(child(property), known)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required ?? [], noNullPrototype: true })
}

function textOf(
  { format, pattern, minLength = 0, maxLength = usualLength }: JsonSchema,
  { ids = [] }: Known,
) {
  if (format === 'uuid') return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const usual = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, usualLength) })
  // The schemas normalize texts before they check the length.
  const fits = (text: string) =>
    composed(text).trim() === text &&
    text.length >= minLength &&
    text.length <= maxLength &&
    isStorable(text) &&
    isReadable(text)
  return fc.oneof({ weight: 9, arbitrary: usual.filter(fits) }, fc.constant('x'.repeat(maxLength)))
}

/** Returns a nested schema. `true` and arrays count as no schema. */
const child = (schema: JsonSchema['items'] | boolean): JsonSchema =>
  typeof schema === 'object' && !Array.isArray(schema) ? schema : {}

/** Bodies that the ingestion parses itself, by media type. */
function streamedBody(mediaType: string, { mac = '02:00:00:00:00:01' }: Known): fc.Arbitrary<string> {
  const readings = fc.dictionary(fc.constantFrom(...sensorKeys), fc.double({ min: 0, max: 1, noNaN: true }), {
    minKeys: 1,
    noNullPrototype: true,
  })
  const samples = fc.array(fc.record({ at: fc.integer({ min: 1.7e12, max: 1.8e12 }), readings }), {
    minLength: 1,
    maxLength: longestList,
  })
  if (mediaType === 'application/json') return samples.map((list) => JSON.stringify(list))
  if (mediaType === 'application/x-ndjson')
    return samples.map((list) => list.map((sample) => JSON.stringify({ mac, ...sample })).join('\n'))
  if (mediaType === 'text/csv') return fc.constantFrom('Name,Mac\nLibrary,02:00:00:00:00:01\n', '')
  if (mediaType === 'application/x-www-form-urlencoded')
    return fc.constant('MessageSid=SM1&MessageStatus=delivered')
  throw new Error(`No body of the type ${mediaType}: describe one in server/test/valid-requests.ts`)
}
