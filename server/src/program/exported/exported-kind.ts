/**
 * A file of an export: its columns with their SQL and meaning, and the source of the rows. `$path` is that of the site, and
 * `$devices` a table `device` with the `id` and `no` of its devices, former ones included.
 */
export interface ExportedKind {
  file: string
  about: string
  columns: Record<string, [sql: string, meaning: string]>
  from: string
}

/** Returns a condition that a path is that of the site or one below it. */
export const within = (path: string) => `starts_with(${path}, $path)`
/** Returns SQL that limits the rows of a table with a `site_id` to those of the site. */
export const atSite = (table: string) =>
  `join site on site.id = ${table}.site_id where ${within('site.path')}`
export const siteId: [string, string] = ['site.id', 'Site']
export const id = (table: string): [string, string] => [`${table}.id`, 'Id, referred to by other files']
/** Returns SQL for an array of a column of the rows that belong to an owner. */
export const list = (column: string, table: string, owner: string) =>
  `array(select ${column} from ${table} where ${owner} order by 1)`
