import { columnarType, seriesFields } from '@eot/contract/columnar-series'
import type { Access, Endpoint } from '@eot/contract/endpoint'
import { errors } from '@eot/contract/errors'
import { z } from 'zod'
import { tableOf } from './answer-table.ts'

interface DocumentOptions {
  title: string
  version: string
  /** Endpoints, grouped by the feature they are listed under. */
  features: Record<string, Record<string, Endpoint>>
  /** Schemas that get a name in the document, by that name. */
  named: Record<string, z.ZodType>
}

type Json = Record<string, unknown>

/** Generates the OpenAPI 3.1 description of all endpoints from the schemas that validate requests and responses. */
export function createApiDocument({ title, version, features, named }: DocumentOptions): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const calls = Object.entries(features).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${feature}.${name}`, feature, endpoint })),
  )
  for (const { id, endpoint } of calls)
    if (!registry.has(endpoint.answer)) registry.add(endpoint.answer, { id })
  const uri = (id: string) => `#/components/schemas/${id}`
  const { schemas } = z.toJSONSchema(registry, { uri, io: 'output', unrepresentable: 'any' })
  const answerOf = (endpoint: Endpoint): Json => {
    const id = registry.get(endpoint.answer)?.id ?? ''
    return id in named ? { $ref: uri(id) } : clean(schemas[id] ?? {})
  }

  /** Named schemas of requests: the recursive ones. */
  const inputs: Json = {}
  const paths: Record<string, Json> = {}
  for (const { id, feature, endpoint } of calls) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(id, feature, endpoint, {
        answer: answerOf(endpoint),
        inputs,
      }),
    }
  }
  const components = Object.keys(named).map((id) => [id, clean(schemas[id] ?? {})] as const)
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { ...Object.fromEntries(components), ...inputs, Problem: problemSchema },
      securitySchemes,
    },
  }
}

function operation(
  id: string,
  feature: string,
  endpoint: Endpoint,
  { answer, inputs }: { answer: Json; inputs: Json },
): Json {
  const { status, produces = 'application/json' } = endpoint
  return {
    operationId: id,
    tags: [feature],
    summary: endpoint.summary,
    description: `${describeAccess(endpoint.access)}${describeFiles(endpoint)}${describeColumnar(endpoint)}`,
    security: securityOf(endpoint.access),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint, inputs),
    responses: {
      [status]: {
        description: endpoint.summary,
        ...(status !== 204 && { content: { [produces]: { schema: answer } } }),
      },
      default: {
        description: 'A refusal',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function requestBody({ body, streams }: Endpoint, inputs: Json): Json {
  if (streams) return { requestBody: { required: true, content: { [streams]: {} } } }
  return body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: named(input(body), inputs) } },
        },
      }
    : {}
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = input(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function input(schema: z.ZodType) {
  return clean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withDefault }))
}

/** Adds the default of a field whose text is converted, such as a number in a query string, which zod leaves out. */
function withDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}

/** Moves the named parts of a schema to `inputs`, since references start at the root of the document. */
function named({ $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema, inputs: Json): Json {
  const moved = (value: object): Json =>
    JSON.parse(JSON.stringify(value).replaceAll(/"#\/\$defs\/(\w+)"/g, '"#/components/schemas/$1Input"'))
  for (const [name, part] of Object.entries($defs)) inputs[`${name}Input`] = moved(clean(part))
  return moved(schema)
}

/** Removes the keywords that only belong at the root of a schema document. */
function clean({ $schema, $id, id, ...schema }: z.core.JSONSchema.BaseSchema) {
  return schema
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Open to anyone.'
  if (access === 'device') return 'For devices: Basic with hardware address and device key.'
  if (access === 'gateway') return 'For gateways: Bearer with a gateway token.'
  if (access === 'machine')
    return 'For devices and gateways: Basic with hardware address and device key, Bearer with a gateway token, or Basic with that token and the user name gateway.'
  if (access === 'anySession')
    return 'For any signed-in user, also one who has to set up a second factor first.'
  return access === 'signedIn' ? 'For any signed-in user.' : `Needs the permission ${access}.`
}

const describeFiles = (endpoint: Endpoint): string =>
  tableOf(endpoint)
    ? ' With `.csv` or `.parquet` after the path: all rows with the same filters, as CSV or Apache Parquet. Series between `startTime` and `endTime` have all points of the requested interval.'
    : ''

const describeColumnar = ({ answer }: Endpoint): string =>
  answer instanceof z.ZodObject && seriesFields.some((field) => field in answer.shape)
    ? ` Clients that accept \`${columnarType}\` get a smaller answer: \`Columns\` contains each distinct column of numbers once, and \`Points\` of a series contains the index of the column for each number of a point.`
    : ''

function securityOf(access: Access): Json[] {
  if (access === 'public') return []
  if (access === 'device') return [{ deviceKey: [] }]
  if (access === 'machine') return [{ deviceKey: [] }, { gatewayToken: [] }]
  return access === 'gateway' ? [{ gatewayToken: [] }] : [{ accessToken: [] }]
}

const securitySchemes = {
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  deviceKey: { type: 'http', scheme: 'basic' },
  gatewayToken: { type: 'http', scheme: 'bearer' },
}

const text = { type: 'string' }
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'ErrorCode', 'ErrorDetail'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    ErrorCode: { type: 'string', enum: Object.keys(errors) },
    ErrorDetail: text,
    Errors: {
      type: 'array',
      items: { type: 'object', required: ['Path', 'Message'], properties: { Path: text, Message: text } },
    },
    SessionToken: text,
    Email: text,
    Conflict: {
      type: 'object',
      required: ['Current', 'ChangedBy', 'ChangedAt'],
      properties: {
        Current: { type: 'object' },
        ChangedBy: {
          type: ['object', 'null'],
          required: ['Id', 'FullName'],
          properties: { Id: text, FullName: text },
        },
        ChangedAt: { type: ['string', 'null'] },
      },
    },
    RequestId: text,
  },
}
