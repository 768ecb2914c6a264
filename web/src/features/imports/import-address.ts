import type { ImportFate } from '@eot/contract/imports'
import { searchWord } from '../../lib/routes/search-word.ts'

/** Which lines are listed. `Check`: those to be created with a warning. */
export type ShownFate = ImportFate | 'Check'

export interface ImportAddress {
  /** The import shown; absent: choose a file. */
  import?: string | undefined
  fate?: ShownFate | undefined
  find?: string | undefined
  /** Shows the labels of the created devices. */
  labels?: true | undefined
  /** Starts at 0. */
  page?: number | undefined
}

/** Parses the address of the page. */
export function readImport({ import: id, fate, find, page, labels }: Record<string, unknown>): ImportAddress {
  return {
    import: searchWord(id),
    fate: fates.find((one) => one === fate),
    find: searchWord(find),
    labels: labels === true || undefined,
    page: typeof page === 'number' && Number.isInteger(page) && page > 0 ? page : undefined,
  }
}

const fates: readonly ShownFate[] = ['Created', 'Check', 'Changed', 'Unchanged', 'Refused', 'LeftOut']
