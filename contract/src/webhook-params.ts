import { z } from 'zod'

/** `specified` rows have their value in the webhook request; `config` rows get it from each webhook event. */
export const paramTypes = ['config', 'specified'] as const
/** `authorization` is the type of the row in `Auth`. */
export const rowTypes = ['object', 'array', 'authorization', 'string', 'number', 'boolean'] as const
export type RowType = (typeof rowTypes)[number]

export const mostParamDepth = 20
export const mostParamRows = 500
const mostKey = 200
const mostValue = 10_000

/**
 * A row of a webhook request (spec 3). Rows that are not filled in yet have empty fields: `checkRequestParams` refuses them
 * with the texts of the specification, for the server and the portal alike.
 */
export const WebhookParam = z.strictObject({
  /**
   * Unique among its neighbors. Within `items` it is only a label, such as a number, and not sent: the stored secrets of an
   * element are found by it, wherever the element is.
   */
  key: z.string().max(mostKey).default(''),
  paramType: z.enum([...paramTypes, '']).default(''),
  type: z.enum([...rowTypes, '']).default(''),
  /**
   * Text that may contain variables such as `{{alert.type}}`. For an authorization: its scheme. For a `config` row: the value
   * of events that do not fill it in. Secrets are empty in responses.
   */
  value: z.string().max(mostValue).default(''),
  /** Fields of an object. */
  get children(): z.ZodOptional<z.ZodArray<typeof WebhookParam>> {
    return z.array(WebhookParam).max(mostParamRows).optional()
  },
  /** Elements of an array. For a `config` array: one row with the type of its elements. */
  get items(): z.ZodOptional<z.ZodArray<typeof WebhookParam>> {
    return z.array(WebhookParam).max(mostParamRows).optional()
  },
  /** Parts of an authorization, such as user name and password. */
  get auth(): z.ZodOptional<z.ZodArray<typeof WebhookParam>> {
    return z.array(WebhookParam).max(mostParamRows).optional()
  },
  /** Whether the value is stored sealed and never shown again. Some rows are always secret: see `isSecret`. */
  secret: z.boolean().optional(),
  /** Whether a secret has a value. In a request, together with an empty value: keep the stored one. */
  isSet: z.boolean().optional(),
})
// A recursive schema is described under a name.
WebhookParam.register(z.globalRegistry, { id: 'WebhookParam' })
export type WebhookParam = z.output<typeof WebhookParam>
/** The input form: every field has a default. */
export type WebhookParamInput = z.input<typeof WebhookParam>

/** The parts of a request that consist of rows, in the order in which they are checked. */
export const paramParts = ['UrlVariables', 'Headers', 'Cookies', 'Body', 'Auth'] as const
export type ParamPart = (typeof paramParts)[number]
export type ParamParts = Record<ParamPart, WebhookParam[]>

const example = (row: WebhookParamInput) => [
  [],
  [{ key: 'room', paramType: 'specified', type: 'string', ...row }],
]
const rows = (row: WebhookParamInput = { value: '{{device.name}}' }) =>
  z
    .array(WebhookParam)
    .max(mostParamRows)
    .meta({ examples: example(row) })

export const paramPartFields = {
  /** Each replaces `{key}` in the path of the address; the others are added to its query. */
  UrlVariables: rows(),
  Headers: rows({ key: 'X-Room', value: '{{device.name}}' }),
  Cookies: rows(),
  /** JSON and forms: the fields. XML: the root element. Text: a single row. */
  Body: rows(),
  /** At most one row of the type `authorization`. */
  Auth: z
    .array(WebhookParam)
    .max(1)
    .meta({ examples: [[]] }),
}

/** Values that an event supplies for the `config` rows, as a tree with the same keys. */
export const WebhookParams = z.strictObject({
  UrlVariables: paramPartFields.UrlVariables.default([]),
  Headers: paramPartFields.Headers.default([]),
  Cookies: paramPartFields.Cookies.default([]),
  Body: paramPartFields.Body.default([]),
  Auth: paramPartFields.Auth.default([]),
})
export type WebhookParams = z.output<typeof WebhookParams>

export const noParams = (): WebhookParams => ({
  UrlVariables: [],
  Headers: [],
  Cookies: [],
  Body: [],
  Auth: [],
})

/** The names of the lists of rows inside a row. */
export const nestedLists = ['children', 'items', 'auth'] as const

/** Header names that usually carry a secret. */
const secretHeader = /auth|api-?key|token|secret|password|cookie|signature/i

/** Returns whether the value of a row outside of `Auth` is stored sealed. */
export const isSecret = (part: ParamPart, { key, secret }: Pick<WebhookParam, 'key' | 'secret'>): boolean =>
  secret === true || part === 'Cookies' || (part === 'Headers' && secretHeader.test(key))
