import { type ImportColumn, importColumns } from '@eot/contract/import-columns'
import { type ImportKind, importLimits } from '@eot/contract/imports'
import { composed } from '@eot/contract/text'

/** The fields of a file's columns in order; null for an unused column. */
export type Fields = readonly (ImportColumn | null)[]

/** Alternative names that people and other systems use, besides those of the exports. */
const alsoCalled: Record<ImportKind, Readonly<Record<string, ImportColumn>>> = {
  Devices: {
    macaddress: 'Mac',
    hardwareaddress: 'Mac',
    devicename: 'Name',
    sitename: 'Site',
    school: 'Site',
    active: 'IsActive',
    returned: 'RMA',
  },
  Sites: { sitename: 'Name', parent: 'ParentSite', street: 'Address', zipcode: 'Zip', postalcode: 'Zip' },
}
const required: Record<ImportKind, ImportColumn> = { Devices: 'Mac', Sites: 'Name' }

/**
 * Normalizes a heading: "Is active", `IsActive` and "is_active" are the same, and so are "Expiration" and "Expiration (UTC)".
 */
const plain = (heading: string): string =>
  heading
    .replace(/\(utc\)/i, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Returns the fields named by the headings. */
export function matchColumns(kind: ImportKind, heading: readonly string[]): Fields {
  const known = new Map([
    ...Object.entries(alsoCalled[kind]),
    ...importColumns[kind].map((field) => [field.toLowerCase(), field] as const),
  ])
  return heading.map((title) => known.get(plain(title)) ?? null)
}

/** Returns the reason, for the user, if a field has two columns, or if the field that identifies a record has none. */
export function problemWithColumns(
  kind: ImportKind,
  heading: readonly string[],
  fields: Fields,
): string | undefined {
  if (heading.length > importLimits.columns) return `The file has more than ${importLimits.columns} columns.`
  for (const field of importColumns[kind]) {
    const titles = heading.filter((_, index) => fields[index] === field)
    if (titles.length > 1) return `The columns ${quoted(titles)} mean the same.`
  }
  if (!fields.includes(required[kind]))
    return `The first line must name the columns, and one of them must be “${required[kind]}”. It reads ${quoted(heading.slice(0, 5))}.`
  return undefined
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text.slice(0, 40)}”`).join(', ')

/** Returns the cells of a line by field, trimmed, without blank ones. Those of an over-long cell, which is refused, are cut. */
export function cellsByField(
  fields: Fields,
  cells: readonly string[],
): Partial<Record<ImportColumn, string>> {
  const named: Partial<Record<ImportColumn, string>> = {}
  for (const [index, field] of fields.entries()) {
    const text = composed((cells[index] ?? '').trim().slice(0, importLimits.cellCharacters)).trim()
    if (field !== null && text !== '') named[field] = text
  }
  return named
}

/** Returns the fields of a file's stored columns, which were matched by this program. */
export const fieldsOf = ({ columns }: { columns: readonly { Field: string | null }[] }): Fields =>
  columns.map(({ Field }) => Field as Fields[number])
