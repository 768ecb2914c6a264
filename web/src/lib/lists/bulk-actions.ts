import { type LucideIcon, Power, PowerOff, Trash2 } from 'lucide-react'
import type { BulkAction, BulkQuestion } from './bulk-bar.tsx'

interface Switchable<Row> {
  /** The texts, for a number of rows. */
  say: (what: 'activate' | 'activated' | 'deactivate' | 'deactivated', count: number) => string
  setActive: (row: Row, isActive: boolean) => Promise<unknown>
  /** Whether the user may deactivate this row. Omitted: any row. */
  mayDeactivate?: (row: Row) => boolean
  /** Asked before, if deactivating cannot be undone. Omitted: it can. */
  question?: (rows: readonly Row[]) => BulkQuestion
  icons?: [on: LucideIcon, off: LucideIcon]
}

/** Actions that switch records on and off. */
export function switchActions<Row extends { IsActive: boolean }>(
  switchable: Switchable<Row>,
): BulkAction<Row>[] {
  const { say, setActive, mayDeactivate = () => true, question, icons = [Power, PowerOff] } = switchable
  const [on, off] = icons
  return [
    {
      icon: on,
      text: (count) => say('activate', count),
      applies: ({ IsActive }) => !IsActive,
      run: (row) => setActive(row, true),
      undo: (row) => setActive(row, false),
      done: (count) => say('activated', count),
    },
    {
      icon: off,
      text: (count) => say('deactivate', count),
      applies: (row) => row.IsActive && mayDeactivate(row),
      run: (row) => setActive(row, false),
      done: (count) => say('deactivated', count),
      ...(question ? { question } : { undo: (row: Row) => setActive(row, true) }),
    },
  ]
}

interface Deletable<Row> {
  /** The texts, for a number of rows. */
  say: (what: 'delete' | 'deleted' | 'deleteTitle' | 'deleteText' | 'deleteVerb', count: number) => string
  remove: (row: Row) => Promise<unknown>
}

/** An action that deletes records after a question. */
export const deleteAction = <Row>({ say, remove }: Deletable<Row>): BulkAction<Row> => ({
  icon: Trash2,
  text: (count) => say('delete', count),
  run: remove,
  done: (count) => say('deleted', count),
  question: ({ length }) => ({
    title: say('deleteTitle', length),
    text: say('deleteText', length),
    verb: say('deleteVerb', length),
  }),
})
