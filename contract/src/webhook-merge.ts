import { type ParamParts, paramParts, type WebhookParam, type WebhookParams } from './webhook-params.ts'

type Rows = readonly WebhookParam[]

/**
 * Returns the rows that an event must fill in: the config rows of a request, with the rows above them, and the event's value
 * for each. The types are those of the request, so that an event follows later changes of the request.
 */
export function eventParams(request: ParamParts, given: WebhookParams): WebhookParams {
  return Object.fromEntries(
    paramParts.map((part) => [part, configRows(request[part], given[part])]),
  ) as WebhookParams // every part
}

function configRows(rows: Rows, given: Rows): WebhookParam[] {
  return rows.flatMap((row) => {
    const own = given.find(({ key }) => key === row.key)
    if (row.paramType === 'config') return [filled(row, own)]
    const lists = nested(row, (list, name) => configRows(list, own?.[name] ?? []))
    const { key, paramType, type } = row
    // The scheme of an authorization is one of the fields that the event fills in.
    const value = type === 'authorization' ? row.value : ''
    return Object.values(lists).some((list) => list.length > 0)
      ? [{ key, paramType, type, value, ...lists }]
      : []
  })
}

/** Returns a config row with the event's values. */
function filled(row: WebhookParam, own: WebhookParam | undefined): WebhookParam {
  const { key, type, secret } = row
  const base = { key, paramType: 'config' as const, type, ...(secret !== undefined && { secret }) }
  if (type === 'object') return { ...base, value: '', children: fields(row.children ?? [], own?.children) }
  if (type === 'array') return { ...base, value: '', items: elements(row.items, own?.items) }
  if (type === 'authorization')
    return { ...base, value: own?.value || row.value, auth: fields(row.auth ?? [], own?.auth) }
  const isSet = own?.isSet ?? row.isSet
  return { ...base, value: own?.value || row.value, ...(isSet !== undefined && { isSet }) }
}

/** The fields named in the request are config rows too. If it names none, the event defines them. */
const fields = (template: Rows, own: Rows = []): WebhookParam[] =>
  template.length === 0
    ? own.map((row) => filled(row, row))
    : template.map((row) =>
        filled(
          row,
          own.find(({ key }) => key === row.key),
        ),
      )

/** Fills in the elements of an array. The request's first element determines the type of all. */
function elements(template: Rows = [], own: Rows = []): WebhookParam[] {
  const [pattern] = template
  return own.map((row, index) =>
    filled({ ...(pattern ?? row), key: row.key || String(index), value: '' }, row),
  )
}

/** Replaces the config rows of a request by the event's values. */
export function mergeParams(request: ParamParts, given: WebhookParams): ParamParts {
  const complete = eventParams(request, given)
  return Object.fromEntries(
    paramParts.map((part) => [part, mergeRows(request[part], complete[part])]),
  ) as ParamParts // every part
}

function mergeRows(rows: Rows, given: Rows): WebhookParam[] {
  return rows.map((row) => {
    const own = given.find(({ key }) => key === row.key)
    if (row.paramType === 'config') return own ?? row
    return { ...row, ...nested(row, (list, name) => mergeRows(list, own?.[name] ?? [])) }
  })
}

type Lists = Partial<Record<'children' | 'items' | 'auth', WebhookParam[]>>

/** Returns a row with each of its lists of rows changed. */
export function nested(
  { children, items, auth }: WebhookParam,
  change: (rows: Rows, name: 'children' | 'items' | 'auth') => WebhookParam[],
): Lists {
  return {
    ...(children && { children: change(children, 'children') }),
    ...(items && { items: change(items, 'items') }),
    ...(auth && { auth: change(auth, 'auth') }),
  }
}
