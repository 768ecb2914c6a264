import {
  deviceColumns,
  type ImportColumn,
  type ImportKind,
  importLimits,
  siteColumns,
} from '@eot/contract/imports'

/** The fields of a file's columns in their order; null for a column that is not used. */
export type Fields = readonly (ImportColumn | null)[]

const columnsOf: Record<ImportKind, readonly ImportColumn[]> = {
  Devices: deviceColumns,
  Sites: siteColumns,
}

/** Names that people and other systems use, beside those of the exports. */
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

/** "Is active", `IsActive` and "is_active" are the same, and so are "Expiration" and "Expiration (UTC)". */
const plain = (heading: string): string =>
  heading
    .replace(/\(utc\)/i, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** The reason for the user if the heading names a field twice or lacks the one that identifies a record. */
export function matchColumns(kind: ImportKind, heading: readonly string[]): Fields | string {
  if (heading.length > importLimits.columns) return `The file has more than ${importLimits.columns} columns.`
  const known = new Map(columnsOf[kind].map((field) => [field.toLowerCase(), field]))
  const fields = heading.map((title) => {
    const name = plain(title)
    return known.get(name) ?? alsoCalled[kind][name] ?? null
  })
  for (const field of columnsOf[kind]) {
    const titles = heading.filter((_, index) => fields[index] === field)
    if (titles.length > 1) return `The columns ${quoted(titles)} mean the same.`
  }
  if (!fields.includes(required[kind]))
    return `The first line must name the columns, and one of them must be “${required[kind]}”. It reads ${quoted(heading.slice(0, 5))}.`
  return fields
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text.slice(0, 40)}”`).join(', ')

/** The cells of a line by field, trimmed, without blank ones. */
export function cellsByField(
  fields: Fields,
  cells: readonly string[],
): Partial<Record<ImportColumn, string>> {
  const named: Partial<Record<ImportColumn, string>> = {}
  for (const [index, field] of fields.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (field !== null && text !== '') named[field] = text
  }
  return named
}
