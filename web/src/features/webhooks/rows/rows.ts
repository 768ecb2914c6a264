import {
  type nestedLists,
  type ParamParts,
  paramParts,
  type RowType,
  type WebhookParam,
} from '@eot/contract/webhook-params'

export type ListName = (typeof nestedLists)[number]
/** Steps to a row within its part, such as `[2, 'children', 0]`. */
export type RowPath = readonly (number | ListName)[]
type Rows = readonly WebhookParam[]

/**
 * Changes the list that a row is in. Elements of arrays keep their keys when others are moved or removed, since stored secrets
 * and the values of webhook events are found by them.
 */
function changeList(
  rows: Rows,
  [index, name, ...rest]: RowPath,
  change: (list: Rows, index: number) => Rows,
): WebhookParam[] {
  if (typeof index !== 'number') return [...rows]
  if (typeof name !== 'string') return [...change(rows, index)]
  return rows.map((row, at) => {
    if (at !== index) return row
    return { ...row, [name]: changeList(row[name] ?? [], rest, change) }
  })
}

export const changeRow = (
  rows: Rows,
  path: RowPath,
  change: (row: WebhookParam) => WebhookParam,
): WebhookParam[] =>
  changeList(rows, path, (list, index) => list.map((row, at) => (at === index ? change(row) : row)))

export const removeRow = (rows: Rows, path: RowPath): WebhookParam[] =>
  changeList(rows, path, (list, index) => list.toSpliced(index, 1))

/** Adds a copy below the row, without stored secrets. The user has to change its key. */
export const duplicateRow = (rows: Rows, path: RowPath): WebhookParam[] =>
  changeList(rows, path, (list, index) => {
    const row = list[index]
    const copy = row && { ...withoutStored(row), key: freeKey(list, row.key) }
    return copy ? list.toSpliced(index + 1, 0, copy) : list
  })

/** Moves a row among its neighbors. Does nothing if it is already the first or last one. */
export const moveRow = (rows: Rows, path: RowPath, by: -1 | 1): WebhookParam[] =>
  changeList(rows, path, (list, index) => {
    const row = list[index]
    const isWithin = index + by >= 0 && index + by < list.length
    return row && isWithin ? list.toSpliced(index, 1).toSpliced(index + by, 0, row) : list
  })

/** Adds a row to a part, or to the object or array at `parent`. */
export function addRow(rows: Rows, parent: RowPath, row: WebhookParam): WebhookParam[] {
  if (parent.length === 0) return [...rows, row]
  return changeRow(rows, parent, (above) => {
    const name = listOf(above)
    if (!name) return above
    const list = above[name] ?? []
    return { ...above, [name]: [...list, name === 'items' ? { ...row, key: nextNumber(list) } : row] }
  })
}

/** Returns the property in which a row holds other rows. */
export const listOf = ({ type }: Pick<WebhookParam, 'type'>): ListName | undefined =>
  type === 'object' ? 'children' : type === 'array' ? 'items' : type === 'authorization' ? 'auth' : undefined

export const emptyRow = (paramType: WebhookParam['paramType'] = 'specified'): WebhookParam => ({
  key: '',
  paramType,
  type: 'string',
  value: '',
})

/** Changes the type of a row. Properties that the type cannot have are dropped. */
export function withType({ key, paramType, value, ...row }: WebhookParam, type: RowType): WebhookParam {
  const base = { key, paramType, type }
  if (type === 'object') return { ...base, value: '', children: row.children ?? [] }
  if (type === 'array') return { ...base, value: '', items: row.items ?? [] }
  const { secret, isSet } = row
  return { ...base, value, ...(secret !== undefined && { secret }), ...(isSet !== undefined && { isSet }) }
}

/** Changes who fills in a row. If each event does, it also fills in the rows within it. */
export function withParamType(row: WebhookParam, paramType: 'config' | 'specified'): WebhookParam {
  const inner = (list: Rows) => list.map((one) => withParamType(one, paramType))
  return {
    ...row,
    paramType,
    ...(paramType === 'config' && row.children && { children: inner(row.children) }),
    ...(paramType === 'config' && row.items && { items: inner(row.items).slice(0, 1) }),
    ...(row.auth && { auth: inner(row.auth) }),
  }
}

/** Returns a copy of the row that no longer claims to have stored secrets, so that they must be entered again. */
export const withoutStored = ({ isSet, children, items, auth, ...row }: WebhookParam): WebhookParam => ({
  ...row,
  ...(children && { children: children.map(withoutStored) }),
  ...(items && { items: items.map(withoutStored) }),
  ...(auth && { auth: auth.map(withoutStored) }),
})

export const withoutSecrets = (parts: ParamParts): ParamParts =>
  Object.fromEntries(paramParts.map((part) => [part, parts[part].map(withoutStored)])) as ParamParts // every part

/** Returns a key for a new element, from '0'. */
const nextNumber = (list: Rows): string =>
  String(1 + Math.max(-1, ...list.flatMap(({ key }) => (/^\d{1,9}$/.test(key) ? [Number(key)] : []))))

function freeKey(list: Rows, key: string): string {
  const name = /^(.*?)\d*$/.exec(key)?.[1] ?? key
  let number = 2
  while (list.some((row) => row.key === `${name}${number}`)) number += 1
  return `${name}${number}`
}

/** A row as a line of the tree. */
export interface RowLine {
  row: WebhookParam
  path: RowPath
  /** The path with its part, as problems name it: `Body.2.children.0`. */
  id: string
  /** Counted from 1: `3.1`. */
  number: string
  depth: number
  /** An element of an array, whose key is only a label and is not sent. */
  isElement: boolean
  /** Its key, or for an element its place in the array: `[0]`. */
  name: string
  /** Within a row that each event fills in. */
  isInConfig: boolean
  isLast: boolean
}

/** Lists the rows of a part with those within them, in display order. */
export function linesOf(part: string, rows: Rows, collapsed: ReadonlySet<string> = new Set()): RowLine[] {
  const lines = (list: Rows, above: Omit<RowLine, 'row' | 'name' | 'isLast'>): RowLine[] =>
    list.flatMap((row, index) => {
      const line: RowLine = {
        ...above,
        row,
        name: above.isElement ? `[${index}]` : row.key,
        path: [...above.path, index],
        id: `${above.id}.${index}`,
        number: above.number === '' ? String(index + 1) : `${above.number}.${index + 1}`,
        isLast: index === list.length - 1,
      }
      const name = listOf(row)
      if (!name || name === 'auth' || collapsed.has(line.id)) return [line]
      const { path, id, number } = line
      const isInConfig = above.isInConfig || row.paramType === 'config'
      const inner = {
        path: [...path, name],
        id: `${id}.${name}`,
        number,
        depth: above.depth + 1,
        isElement: name === 'items',
        isInConfig,
      }
      return [line, ...lines(row[name] ?? [], inner)]
    })
  return lines(rows, { path: [], id: part, number: '', depth: 0, isElement: false, isInConfig: false })
}
