import type { Language } from '@eot/contract/languages'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { idsOnPathSql } from './scope.queries.ts'

/**
 * A setting of `app_user`, or else that of the nearest site above that has one. null: it is not set. For queries that join
 * `app_user` with `site`.
 */
export const settingInEffect = (name: 'Language' | 'Measurement'): RawBuilder<string | null> =>
  sql<string | null>`coalesce(app_user.settings ->> ${sql.lit(name)}, ${siteSetting(name)})`

/** The same for `site` alone. */
const siteSetting = (name: 'Language' | 'Measurement') => sql<string | null>`(
  select above.settings ->> ${sql.lit(name)} from site above
  where above.id = any(${sql.raw(idsOnPathSql('site.path'))}) and above.settings ? ${sql.lit(name)}
  order by length(above.path) desc limit 1
)`

/** Finds the language in which the program writes to a user. */
export async function findLanguage(db: Kysely<Database>, userId: string | null): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select coalesce(${settingInEffect('Language')}, 'en') as language
    from app_user join site on site.id = app_user.site_id where app_user.id = ${userId}`.execute(db)
  return rows[0]?.language ?? 'en'
}
