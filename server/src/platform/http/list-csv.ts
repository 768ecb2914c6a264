import type { Readable } from 'node:stream'
import type { Endpoint } from '@eot/contract/endpoint'
import { z } from 'zod'
import { invalid } from '../app-error.ts'
import { type CsvColumn, csvOf } from '../csv.ts'

type Item = Readonly<Record<string, unknown>>

interface Page {
  Items?: Item[]
  Total: number
}

const mostRows = 200_000
const rowsAtOnce = 1000

/** The fields of a list's rows, if the endpoint answers with pages of a list (`pageOf`). */
export function listFieldsOf({ method, answer }: Endpoint): string[] | undefined {
  if (method !== 'GET' || !(answer instanceof z.ZodObject)) return undefined
  const items: unknown = answer.shape.Items
  const rows = items instanceof z.ZodOptional ? items.unwrap() : undefined
  if (!(rows instanceof z.ZodArray) || !(rows.element instanceof z.ZodObject)) return undefined
  return Object.keys(rows.element.shape)
}

/** The last word of the path that is not a parameter: `devices`. */
export const fileNameOf = ({ path }: Endpoint): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1) ?? 'list'

/**
 * All rows of a list as CSV, read page by page with the filters and order of the request. A row that moves to a later
 * page meanwhile is not repeated. Throws `invalid_request` if there are more than 200,000.
 */
export async function csvOfList(
  fields: readonly string[],
  query: object,
  read: (query: object) => Promise<Page>,
): Promise<Readable> {
  const page = (Page: number) => read({ ...query, Page, PageSize: rowsAtOnce, CountOnly: false })
  const first = await page(0)
  if (first.Total > mostRows) throw invalid('search', `More than ${mostRows} rows match. Narrow the filters.`)
  return csvOf(fields.map(columnOf), rowsFrom(first, page))
}

async function* rowsFrom(first: Page, page: (number: number) => Promise<Page>): AsyncGenerator<Item> {
  const seen = new Set<unknown>()
  let items = first.Items ?? []
  for (let number = 1; items.length > 0 && seen.size <= mostRows; number++) {
    for (const item of items) {
      if (item.Id !== undefined && seen.has(item.Id)) continue
      seen.add(item.Id)
      yield item
    }
    items = items.length < rowsAtOnce ? [] : ((await page(number)).Items ?? [])
  }
}

/** `CreatedAt` becomes "Created (UTC)", `FullName` "Full name". */
const columnOf = (field: string): CsvColumn<Item> => {
  const words = field
    .replace(/(?<=.)At$/, ' (UTC)')
    .replace(/^At$/, 'At (UTC)')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  return { title: words, cell: (row) => cellOf(row[field]) }
}

/** Named records by name, lists separated by semicolons. */
function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(cellOf).join('; ')
  if (typeof value === 'object' && 'Name' in value) return cellOf(value.Name)
  return JSON.stringify(value)
}
