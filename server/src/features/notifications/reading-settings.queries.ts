import type { Language } from '@eot/contract/languages'
import type { Measurement } from '@eot/contract/units'
import { type Kysely, sql } from 'kysely'
import { settingInEffect } from '../../access/settings.queries.ts'
import type { Database } from '../../database.ts'

/** Finds the language, units and clock of a person. */
export async function findReading(
  db: Kysely<Database>,
  userId: string,
): Promise<{ language: Language; measurement: Measurement; is24h: boolean }> {
  const { rows } = await sql<{ language: Language; measurement: Measurement; is24h: boolean }>`
    select coalesce(${settingInEffect('Measurement')}, 'Metric') as measurement,
      coalesce(${settingInEffect('Language')}, 'en') as language,
      app_user.settings ->> 'Clock' is not distinct from '24h' as "is24h"
    from app_user join site on site.id = app_user.site_id where app_user.id = ${userId}`.execute(db)
  return rows[0] ?? { language: 'en', measurement: 'Metric', is24h: false }
}
