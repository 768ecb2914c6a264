import type { Kysely } from 'kysely'
import { pathBelow } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { type NewSite, siteQueries } from './sites.queries.ts'
import { topSiteQueries } from './top-sites.queries.ts'

type CustomerSite = Required<
  Pick<NewSite, 'name' | 'address' | 'city' | 'state' | 'zip' | 'country' | 'timeZone'>
> &
  Pick<NewSite, 'settings'>

/**
 * Adds the root of the site tree and returns its id, or undefined if there is one. The caller writes the audit entry.
 */
export async function addRootSite(tx: Kysely<Database>, name: string): Promise<string | undefined> {
  if (await topSiteQueries(tx).findRoot()) return undefined
  const id = uuidv7()
  await siteQueries(tx).insertSite({ id, parent: null, name, ownTimeZone: 'UTC' })
  return id
}

/** Adds the site of a new customer directly below the root. The caller writes the audit entry and announces the change. */
export async function addCustomerSite(
  tx: Kysely<Database>,
  site: CustomerSite,
): Promise<{ id: string; path: string }> {
  const root = await topSiteQueries(tx).findRoot()
  if (!root) throw new Error('the root site is missing')
  const id = uuidv7()
  await siteQueries(tx).insertSite({
    ...site,
    id,
    parent: root,
    ownTimeZone: site.timeZone === root.timeZone ? null : site.timeZone,
    name: await findFreeName(tx, root.id, site.name),
  })
  return { id, path: pathBelow(root.path, id) }
}

/** Finds a free name. Customers do not know each other, so a later one with the same name gets a number appended. */
async function findFreeName(tx: Kysely<Database>, parentId: string, name: string): Promise<string> {
  const taken = await topSiteQueries(tx).listNamesLike(parentId, name.toLowerCase())
  if (!taken.has(name.toLowerCase())) return name
  for (let n = 2; ; n++) {
    const numbered = `${name} (${n})`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}
