import type { ParamPart, ParamParts, WebhookParam, WebhookParams } from '@eot/contract/webhook-params'
import { paramParts } from '@eot/contract/webhook-params'
import { addRow, changeRow, linesOf, listOf, type RowLine, type RowPath } from './rows.ts'

type Rows = readonly WebhookParam[]

/** Returns the row of the request that a row of an event fills in. undefined: the event added it. */
export function patternOf(request: Rows, given: Rows, path: RowPath): WebhookParam | undefined {
  let [patterns, rows] = [request, given]
  let pattern: WebhookParam | undefined
  let inConfigArray = false
  for (let at = 0; at < path.length; at += 2) {
    const [index, name] = [path[at], path[at + 1]]
    const row = typeof index === 'number' ? rows[index] : undefined
    pattern = inConfigArray ? patterns[0] : patterns.find(({ key }) => key === row?.key)
    if (typeof name !== 'string') return pattern
    patterns = pattern?.[name] ?? []
    rows = row?.[name] ?? []
    inConfigArray = name === 'items' && pattern?.paramType === 'config'
  }
  return pattern
}

export interface GivenLine extends RowLine {
  part: ParamPart
  /** Only shown, since the request has its value; rows within it are filled in. */
  isFixed: boolean
  /** The event chooses its key and type, and may remove it. */
  isOwn: boolean
  /** The event may add rows within it. */
  isOpen: boolean
}

/** Returns the rows that an event fills in, line by line. */
export function givenLines(request: ParamParts, given: WebhookParams): GivenLine[] {
  return paramParts.flatMap((part) =>
    linesOf(part, given[part]).map((line) => {
      const { row, path, isElement, isInConfig } = line
      const pattern = patternOf(request[part], given[part], path)
      const isWithinOwn = pattern === undefined
      // Of an array in the request, only the elements to be filled in are listed.
      const array =
        isElement && !isInConfig ? patternOf(request[part], given[part], path.slice(0, -2)) : undefined
      return {
        ...line,
        part,
        name: array ? `[${array.items?.findIndex(({ key }) => key === row.key)}]` : line.name,
        isFixed: row.paramType !== 'config',
        isOwn: isElement || isWithinOwn,
        isOpen:
          row.paramType === 'config' &&
          (row.type === 'array' || (row.type === 'object' && !pattern?.children?.length)),
      }
    }),
  )
}

/** Returns an empty row of the same kind. */
const emptied = ({ isSet, children, items, ...row }: WebhookParam): WebhookParam => ({
  ...row,
  value: '',
  ...(children && { children: children.map(emptied) }),
  ...(items && { items: [] }),
})

/** Adds a row to an object or array that an event fills in: of the type specified by the request, or text. */
export function addGiven(request: Rows, given: Rows, path: RowPath): WebhookParam[] {
  const pattern = patternOf(request, given, path)
  const [element] = pattern?.type === 'array' ? (pattern.items ?? []) : []
  const row: WebhookParam = element
    ? { ...emptied(element), paramType: 'config' }
    : { key: '', paramType: 'config', type: 'string', value: '' }
  return addRow(given, path, row)
}

export const setGiven = (given: Rows, path: RowPath, change: Partial<WebhookParam>): WebhookParam[] =>
  changeRow(given, path, (row) => ({ ...row, ...change }))

export const hasRows = (given: WebhookParams): boolean => paramParts.some((part) => given[part].length > 0)

/** Returns whether it contains rows that are shown as separate lines. */
export const isBranch = (row: WebhookParam): boolean => listOf(row) !== undefined
