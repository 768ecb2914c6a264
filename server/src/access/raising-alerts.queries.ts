import { type RawBuilder, sql } from 'kysely'
import { idsOnPathSql } from './scope.queries.ts'

/**
 * Returns whether a site or one above it is inactive, so that no alerts are raised there. `path` is SQL for the site's path,
 * with the name of its table; the result for null is false. The first condition avoids most of the work.
 */
export const isInactiveAt = (path: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from site inactive where not inactive.is_active) and exists (select from site above
    where above.id = any(${sql.raw(idsOnPathSql(path))}) and not above.is_active))`

/** SQL for whether a device raises alerts (B1) if its site does. `device` is the name of its table. */
export const raisesAlertsSql = (device: string): string =>
  `(${device}.is_active and not ${device}.is_returned and coalesce(${device}.expires_at > now(), true))`
