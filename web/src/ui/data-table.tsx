import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Check } from './check.tsx'
import { classNames } from './class-names.ts'
import { SkeletonRows } from './skeleton.tsx'
import { useNarrow } from './use-narrow.ts'

export interface Column<Row, Field extends string = string> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server's name of the sort field. */
  sort?: Field
  numeric?: boolean
  /** The title is for screen readers only. */
  titleHidden?: boolean
  className?: string
}

export interface Sorting<Field extends string = string> {
  field: Field
  order: 'asc' | 'desc'
  onSort: (field: Field, order: 'asc' | 'desc') => void
}

export interface Selection {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
  /** Returns the name of a row, for the label of its checkbox. */
  nameOf: (key: string) => string
  /** Whether cards have checkboxes. Rows of a table always do. */
  onCards: boolean
  /** Called when the checkboxes of cards are no longer needed. */
  onEnd: () => void
}

/** Width below which rows are shown as cards. */
export const cardsBelowPx = 660

interface DataTableProps<Row, Field extends string> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row, Field>[]
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Renders a row as a card when the table is narrower than `cardsBelowPx`. */
  card: (row: Row) => ReactNode
  /** Shown when there are no rows: an empty state, no matches, or an error. */
  instead: ReactNode
  sorting?: Sorting<Field>
  selection?: Selection
  /** Key of the row whose details are open. */
  current?: string | undefined
  onOpen?: (row: Row) => void
  /** The rows belong to the previous query; the next response is pending. */
  stale?: boolean
  /** Lower rows. */
  compact?: boolean
  rowClass?: (row: Row) => string | undefined
  /** Returns the heading of a row's group; undefined: none. Rows of a group are consecutive. */
  groupOf?: ((row: Row) => string | undefined) | undefined
}

/** A list that the server sorts and pages. Shown as a table, or as cards where space is limited. */
export function DataTable<Row, Field extends string = string>(props: DataTableProps<Row, Field>) {
  const box = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(box, cardsBelowPx)
  const { rows, instead, stale, compact } = props
  return (
    <div
      className={classNames('table-box scrolls-x', stale && 'stale', compact && 'compact')}
      ref={box}
      aria-busy={stale || !rows}
    >
      {!rows ? (
        <SkeletonRows rows={8} />
      ) : rows.length === 0 ? (
        instead
      ) : narrow ? (
        <Cards {...props} rows={rows} />
      ) : (
        <Table {...props} rows={rows} />
      )}
    </div>
  )
}

type Loaded<Row, Field extends string> = DataTableProps<Row, Field> & { rows: readonly Row[] }

/** Returns the heading above a row: that of its group if it is the first row of the group. */
function headingAbove<Row>(
  rows: readonly Row[],
  index: number,
  groupOf: ((row: Row) => string | undefined) | undefined,
): string | undefined {
  const [row, before] = [rows[index], rows[index - 1]]
  const heading = row && groupOf?.(row)
  return heading === (before && groupOf?.(before)) ? undefined : heading
}

function Cards<Row, Field extends string>(props: Loaded<Row, Field>) {
  const { label, rows, keyOf, card, current, onOpen, rowClass, groupOf } = props
  const selection = props.selection?.onCards ? props.selection : undefined
  const { t } = useTranslation()
  return (
    <>
      {selection && (
        <div className="cards-head">
          <SelectAll keys={rows.map(keyOf)} selection={selection} />
          <span className="spacer" />
          <Button variant="ghost" onClick={selection.onEnd}>
            {t('action.done')}
          </Button>
        </div>
      )}
      <ul className={classNames('cards', selection && 'selectable')} aria-label={label}>
        {rows.map((row, index) => {
          const key = keyOf(row)
          const heading = headingAbove(rows, index, groupOf)
          return (
            <Fragment key={key}>
              {heading && <li className="group-head">{heading}</li>}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the card contains a link for keyboard users */}
              <li
                data-row={key}
                className={rowClass?.(row)}
                aria-current={key === current || undefined}
                onClickCapture={selection && ((event) => selectByTap(event, key, selection))}
                onClick={(event) => opens(event) && onOpen?.(row)}
              >
                {selection && (
                  <span className="sel-col">
                    <SelectRow rowKey={key} selection={selection} />
                  </span>
                )}
                {card(row)}
              </li>
            </Fragment>
          )
        })}
      </ul>
    </>
  )
}

/** A tap anywhere on a card selects it, on its links too. Keys still open the link. */
function selectByTap(event: React.MouseEvent, key: string, { keys, onChange }: Selection) {
  const isKeyPress = event.detail === 0
  if (isKeyPress || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  event.stopPropagation()
  onChange(withKey(keys, key, !keys.has(key)))
}

function SelectAll(props: { keys: readonly string[]; selection: Selection; labelHidden?: boolean }) {
  const { keys, selection, labelHidden = false } = props
  const { t } = useTranslation()
  return (
    <Check
      label={t('list.selectAll')}
      labelHidden={labelHidden}
      checked={keys.every((key) => selection.keys.has(key))}
      onChange={(event) => selection.onChange(new Set(event.currentTarget.checked ? keys : []))}
    />
  )
}

function SelectRow({ rowKey, selection }: { rowKey: string; selection: Selection }) {
  const { keys, onChange, nameOf } = selection
  return (
    <Check
      label={nameOf(rowKey)}
      labelHidden
      checked={keys.has(rowKey)}
      onChange={(event) => onChange(withKey(keys, rowKey, event.currentTarget.checked))}
    />
  )
}

function Table<Row, Field extends string>(props: Loaded<Row, Field>) {
  const { label, columns, rows, keyOf, selection, current, onOpen, rowClass, groupOf } = props
  return (
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <th className="sel-col" scope="col">
              <SelectAll keys={rows.map(keyOf)} selection={selection} labelHidden />
            </th>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} sorting={props.sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = keyOf(row)
          const heading = headingAbove(rows, index, groupOf)
          return (
            <Fragment key={key}>
              {heading && (
                <tr className="group-head">
                  <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                    {heading}
                  </th>
                </tr>
              )}
              <tr
                data-row={key}
                className={classNames(rowClass?.(row), onOpen && 'opens')}
                aria-current={key === current || undefined}
                onClick={(event) => opens(event) && onOpen?.(row)}
              >
                {selection && (
                  <td className="sel-col">
                    <SelectRow rowKey={key} selection={selection} />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={classNames(column.className, column.numeric && 'num')}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function ColumnHead<Row, Field extends string>(props: {
  column: Column<Row, Field>
  sorting: Sorting<Field> | undefined
}) {
  const { column, sorting } = props
  const { t } = useTranslation()
  const sorted = sorting && column.sort === sorting.field ? sorting.order : undefined
  const title = column.titleHidden ? <span className="vh">{column.title}</span> : column.title
  return (
    <th
      scope="col"
      className={classNames(column.className, column.numeric && 'num')}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
    >
      {sorting && column.sort ? (
        <button
          type="button"
          className="sort"
          title={t('list.sortBy', { column: column.title })}
          onClick={() => column.sort && sorting.onSort(column.sort, sorted === 'desc' ? 'asc' : 'desc')}
        >
          {title}
          {sorted === 'asc' && <ArrowUp className="icon" aria-hidden="true" />}
          {sorted === 'desc' && <ArrowDown className="icon" aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Whether a click is on the row itself, not on a control in it or the end of a text selection. */
function opens(event: React.MouseEvent): boolean {
  const target = event.target as Element // clicks come from elements
  if (event.defaultPrevented || target.closest('a, button, input, label')) return false
  return (getSelection()?.toString() ?? '') === ''
}

function withKey(keys: ReadonlySet<string>, key: string, selected: boolean): Set<string> {
  const changed = new Set(keys)
  if (selected) changed.add(key)
  else changed.delete(key)
  return changed
}
