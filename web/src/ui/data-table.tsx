import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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
}

interface DataTableProps<Row, Field extends string> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row, Field>[]
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Renders a row as a card when the table is narrower than 660 px. */
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
}

/** A list that the server sorts and pages. Shown as a table, or as cards where space is limited. */
export function DataTable<Row, Field extends string = string>(props: DataTableProps<Row, Field>) {
  const box = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(box, 660)
  const { rows, instead, stale, compact } = props
  return (
    <div
      className={classNames('table-box', stale && 'stale', compact && 'compact')}
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

function Cards<Row, Field extends string>(props: Loaded<Row, Field>) {
  const { label, rows, keyOf, card, current, onOpen, rowClass } = props
  return (
    <ul className="cards" aria-label={label}>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the card contains a link for keyboard users
        <li
          key={keyOf(row)}
          data-row={keyOf(row)}
          className={rowClass?.(row)}
          aria-current={keyOf(row) === current || undefined}
          onClick={(event) => opens(event) && onOpen?.(row)}
        >
          {card(row)}
        </li>
      ))}
    </ul>
  )
}

function Table<Row, Field extends string>(props: Loaded<Row, Field>) {
  const { label, columns, rows, keyOf, selection, current, onOpen, rowClass } = props
  const { t } = useTranslation()
  return (
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <th className="sel-col" scope="col">
              <Check
                label={t('list.selectAll')}
                labelHidden
                checked={rows.every((row) => selection.keys.has(keyOf(row)))}
                onChange={(event) =>
                  selection.onChange(new Set(event.currentTarget.checked ? rows.map(keyOf) : []))
                }
              />
            </th>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} sorting={props.sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          return (
            <tr
              key={key}
              data-row={key}
              className={classNames(rowClass?.(row), onOpen && 'opens')}
              aria-current={key === current || undefined}
              onClick={(event) => opens(event) && onOpen?.(row)}
            >
              {selection && (
                <td className="sel-col">
                  <Check
                    label={selection.nameOf(key)}
                    labelHidden
                    checked={selection.keys.has(key)}
                    onChange={(event) =>
                      selection.onChange(withKey(selection.keys, key, event.currentTarget.checked))
                    }
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={classNames(column.className, column.numeric && 'num')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
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
