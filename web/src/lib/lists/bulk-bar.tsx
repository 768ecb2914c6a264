import './bulk-bar.css'
import { useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { failureText } from '../api/failure-text.ts'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'

/** Work to do for each row, one after the other. */
export interface BulkWork<Row> {
  run: (row: Row) => Promise<unknown>
  /** The message after the last row. */
  done: (count: number) => string
  /** Reverts the action of one row. Offered while the message is shown. */
  undo?: (row: Row) => Promise<unknown>
}

interface BulkOffer<Row> {
  icon: LucideIcon
  /** The text of the button, for the number of rows it applies to. */
  text: (count: number) => string
  /** Whether the action changes this row. Omitted: it changes every row. */
  applies?: (row: Row) => boolean
}

export interface BulkQuestion {
  title: string
  text: ReactNode
  verb: string
}

interface PlainAction<Row> extends BulkOffer<Row>, BulkWork<Row> {
  /** Asked before, if the action cannot be undone. */
  question?: (rows: readonly Row[]) => BulkQuestion
}

export interface BulkDialogProps<Row> {
  rows: readonly Row[]
  onClose: () => void
  /** Closes the dialog and does the work. */
  onStart: (work: BulkWork<Row>) => void
  /** Closes the dialog, which has done everything itself. */
  onDone: () => void
}

interface AskingAction<Row> extends BulkOffer<Row> {
  /** Renders a dialog that asks for the action's input. */
  dialog: (props: BulkDialogProps<Row>) => ReactNode
}

export type BulkAction<Row> = PlainAction<Row> | AskingAction<Row>

interface BulkBarProps<Row extends { Id: string }> {
  /** The selected rows. */
  rows: readonly Row[]
  nameOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  /** Features to fetch again after a run. */
  refreshes?: readonly ContractFeature[]
  /** Selects these rows only. */
  onSelect: (ids: readonly string[]) => void
}

interface Run {
  done: number
  count: number
}

interface Failure {
  id: string
  name: string
  reason: string
}

/**
 * Actions for the selected rows, with progress and the result of each row: rows that failed stay selected, with the
 * reason.
 */
export function BulkBar<Row extends { Id: string }>(props: BulkBarProps<Row>) {
  const { nameOf, actions, refreshes = [], onSelect } = props
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const [run, setRun] = useState<Run>()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] }>()
  // A question keeps its rows, also if the list is read again meanwhile and shows others.
  const rows = asked?.rows ?? props.rows

  /** Processes one row after the other, so that a long selection does not crowd out other requests. Returns the failed rows. */
  async function each(chosen: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<Failure[]> {
    const failed: Failure[] = []
    for (const [done, row] of chosen.entries()) {
      setRun({ done, count: chosen.length })
      try {
        await work(row)
      } catch (error) {
        failed.push({ id: row.Id, name: nameOf(row), reason: failureText(error) })
      }
    }
    setRun(undefined)
    setFailures(failed)
    if (refreshes.length > 0) void refreshFeatures(queryClient, ...refreshes)
    onSelect(failed.map(({ id }) => id))
    return failed
  }

  async function start({ run, done, undo }: BulkWork<Row>, chosen: readonly Row[]) {
    setAsked(undefined)
    const failed = new Set((await each(chosen, run)).map(({ id }) => id))
    const changed = chosen.filter(({ Id }) => !failed.has(Id))
    if (changed.length === 0) return
    showToast(done(changed.length), undo && { undo: () => void each(changed, undo) })
  }

  function handleDone() {
    setAsked(undefined)
    setFailures([])
    void refreshFeatures(queryClient, ...refreshes)
    onSelect([])
  }

  const shown = failures.filter(({ id }) => rows.some((row) => row.Id === id))
  if (rows.length === 0 && !run) return null
  return (
    <section className="savebar bulk" aria-label={t('list.bulk.title')}>
      {shown.length > 0 && (
        <div className="bulk-failures" role="alert">
          <b>{t('list.bulk.failed', { count: shown.length })}</b>
          <ul>
            {shown.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {run ? (
        <>
          <progress value={run.done} max={run.count} aria-label={t('list.bulk.progress')} />
          <span role="status">{t('list.bulk.running', { done: run.done, count: run.count })}</span>
        </>
      ) : (
        <>
          <span>{t('list.selected', { count: rows.length })}</span>
          <span className="spacer" />
          <Button icon={X} onClick={() => onSelect([])}>
            {t('action.clear')}
          </Button>
          <div className="bulk-actions">
            {offered(actions, rows).map((action, place) => {
              const chosen = rowsOf(action, rows)
              return (
                <Button
                  key={action.text(0)}
                  icon={action.icon}
                  {...(place === 0 && { variant: 'primary' })}
                  disabled={chosen.length === 0}
                  onClick={() =>
                    'dialog' in action || action.question
                      ? setAsked({ action, rows })
                      : void start(action, chosen)
                  }
                >
                  {action.text(chosen.length)}
                </Button>
              )
            })}
          </div>
        </>
      )}
      {asked && (
        <Asked
          action={asked.action}
          rows={rowsOf(asked.action, rows)}
          onClose={() => setAsked(undefined)}
          onStart={(work) => void start(work, rowsOf(asked.action, rows))}
          onDone={handleDone}
        />
      )}
    </section>
  )
}

const rowsOf = <Row,>({ applies }: BulkAction<Row>, rows: readonly Row[]) =>
  rows.filter((row) => applies?.(row) ?? true)

/** Returns the actions that apply to some of the rows; if none does, all of them, disabled. */
function offered<Row>(actions: readonly BulkAction<Row>[], rows: readonly Row[]) {
  const useful = actions.filter((action) => rowsOf(action, rows).length > 0)
  return useful.length > 0 ? useful : actions
}

/** The dialog of an action before it starts. */
function Asked<Row>({ action, ...props }: BulkDialogProps<Row> & { action: BulkAction<Row> }) {
  if ('dialog' in action) return action.dialog(props)
  const words = action.question?.(props.rows)
  return (
    words && <ConfirmDialog open {...words} onClose={props.onClose} onConfirm={() => props.onStart(action)} />
  )
}
