import type { ContractFeature } from '../api/query.ts'
import { type BulkAction, BulkBar } from './bulk-bar.tsx'
import type { ListPageProps } from './list-page.tsx'

interface BulkOptions<Row> {
  nameOf: (row: Row) => string
  /** The actions that the user may run on several rows. */
  actions: readonly BulkAction<Row>[]
  /** Features to fetch again after an action. */
  refreshes: readonly ContractFeature[]
}

/** The selection of a list page with its actions. undefined: there are none, so rows cannot be selected. */
export function bulkSelection<Row extends { Id: string }>(
  options: BulkOptions<Row>,
): ListPageProps<Row, string>['selection'] {
  if (options.actions.length === 0) return undefined
  return {
    nameOf: options.nameOf,
    bar: (rows, onSelect) => <BulkBar {...options} rows={rows} onSelect={onSelect} />,
  }
}
