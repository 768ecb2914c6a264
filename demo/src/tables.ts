import type { Generated } from 'kysely'

export type DemonstrationTables = {
  demonstration: {
    only_row: Generated<boolean>
    is_finished: boolean
  }
}
