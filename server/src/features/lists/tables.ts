import type { ListPreferences } from '@eot/contract/list-preferences'
import type { ColumnType } from 'kysely'

interface ListPreferenceTable {
  user_id: string
  list: string
  preferences: ColumnType<ListPreferences, string, string>
}

export interface ListTables {
  list_preference: ListPreferenceTable
}
