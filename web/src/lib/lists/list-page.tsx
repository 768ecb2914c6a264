import '../../ui/row-cards.css'
import { ListChecks, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Column, cardsBelowPx, DataTable, type Selection } from '../../ui/data-table.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { linkOfRow } from '../../ui/use-list-keys.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { CsvButton, type FileSource } from './download-button.tsx'
import { EmptyList, type EmptyWords } from './empty-list.tsx'
import { ListMoreMenu } from './list-more-menu.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSort } from './list-sort.tsx'
import { ListViewMenu } from './list-view-menu.tsx'
import type { ListPageState } from './use-list-page.ts'
import { useListPreferences } from './use-list-preferences.ts'
import { useTypedSearch } from './use-typed-search.ts'

export interface ListPageProps<Row extends { Id: string }, Field extends string> {
  list: ListPageState<Row, Field>
  title: string
  /** Accessible name of the table. Defaults to the title. */
  label?: string
  /** A line of context below the title. */
  sub?: ReactNode
  /** Label of the search box. */
  searchLabel: string
  /** More controls in the header, after the search box. */
  actions?: ReactNode
  /** Buttons and links for rarer tasks. Where space is limited, they are in a menu. */
  rareActions?: ReactNode
  /** An export with columns of its own. Defaults to the CSV of the list. */
  csv?: FileSource
  /** The button and form for a new row. undefined: the user may not add one. */
  add?: { text: string; form: (close: () => void) => ReactNode } | undefined
  filters?: ReactNode
  /** Content above the rows. */
  above?: ReactNode
  columns: readonly Column<Row, Field>[]
  /** Renders a row as a card, on narrow screens. */
  card: (row: Row) => ReactNode
  rowClass?: (row: Row) => string | undefined
  /** Renders the details of a row. A click on the row opens them. */
  details?: (id: string, known: Row | undefined, close: () => void) => ReactNode
  /** Called when a row without details is clicked. */
  onRow?: ((row: Row) => void) | undefined
  /** Makes rows selectable. `bar` renders the actions for the selected rows. */
  selection?:
    | {
        nameOf: (row: Row) => string
        bar: (rows: readonly Row[], select: (ids: readonly string[]) => void) => ReactNode
      }
    | undefined
  /** Shown if the list is empty. */
  empty: EmptyWords
  /** Shown if nothing matches the search or filters. undefined: the list is shown as empty. */
  nothing: { title: string; hint?: string } | undefined
  className?: string
}

/** A list of the server: header, search, filters, rows or an empty state, pager, and a drawer beside them. */
export function ListPage<Row extends { Id: string }, Field extends string>(props: ListPageProps<Row, Field>) {
  const { list, title, label = title, sub, filters, add, details, className } = props
  const { state } = list
  const open = details ? state.open : undefined
  const isAdding = add !== undefined && state.isAdding
  const selected = useSelectedRows(props)
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, cardsBelowPx)
  return (
    <div className={classNames('split list-page', className, !open && !isAdding && 'alone')}>
      <div ref={box}>
        <PageHead
          title={title}
          sub={sub}
          actions={<HeadActions {...props} isNarrow={isNarrow} onSelect={selected.onStart} />}
        />
        {filters}
        <section className="card" aria-label={label}>
          <h2 className="vh">{label}</h2>
          {props.above}
          <Rows {...props} selection={selected.selection} />
          <ListPager query={list.query} page={state.page} onPage={state.onPage} />
        </section>
        {selected.bar}
      </div>
      {open && details?.(open, list.openRow, list.onClose)}
      {isAdding && add.form(() => state.onAdd(false))}
    </div>
  )
}

interface HeadProps {
  isNarrow: boolean
  /** Shows checkboxes on cards. undefined: rows cannot be selected. */
  onSelect: (() => void) | undefined
}

function HeadActions<Row extends { Id: string }, Field extends string>(
  props: ListPageProps<Row, Field> & HeadProps,
) {
  const { list, searchLabel, actions, rareActions, add, columns, csv = list.csv, isNarrow, onSelect } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useTypedSearch(list.state.search, list.state.onSearch)
  const rare = (
    <>
      {rareActions}
      {csv && <CsvButton {...csv} />}
    </>
  )
  return (
    <>
      <SearchBox
        label={searchLabel}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {actions}
      {isNarrow ? (
        <ListMoreMenu
          path={list.path}
          sort={<ListSort state={list.state} columns={columns} />}
          actions={
            <>
              {onSelect && (
                <Button icon={ListChecks} disabled={!list.rows?.length} onClick={onSelect}>
                  {t('list.select')}
                </Button>
              )}
              {rare}
            </>
          }
        />
      ) : (
        <>
          {rare}
          <ListViewMenu path={list.path} columns={columns} parquet={list.parquet} />
        </>
      )}
      <AddButton list={list} text={add?.text} />
    </>
  )
}

interface AddButtonProps {
  list: { state: { onAdd: (isAdding: boolean) => void } }
  text: string | undefined
}

function AddButton({ list, text }: AddButtonProps) {
  if (text === undefined) return null
  return (
    <Button variant="primary" icon={Plus} onClick={() => list.state.onAdd(true)}>
      {text}
    </Button>
  )
}

function Rows<Row extends { Id: string }, Field extends string>(
  props: Omit<ListPageProps<Row, Field>, 'selection'> & { selection: Selection | undefined },
) {
  const { list, title, label = title, card, rowClass, details, onRow, selection } = props
  const { state, query, rows } = list
  const { preferences } = useListPreferences(list.path)
  const columns = props.columns.filter(({ key }, place) => place === 0 || !preferences.Hidden.includes(key))
  const onOpen = details ? (row: Row) => state.onOpen(row.Id) : onRow
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.Id}
      card={card}
      sorting={{ field: state.sortBy, order: state.order, onSort: state.onSort }}
      current={state.open}
      stale={query.isPlaceholderData}
      compact={preferences.Density === 'Compact'}
      {...(onOpen && { onOpen })}
      {...(rowClass && { rowClass })}
      {...(selection && { selection })}
      instead={
        <EmptyList
          query={query}
          state={state}
          onFirstPage={() => state.onPage(undefined)}
          empty={props.empty}
          nothing={props.nothing}
          action={<AddButton list={list} text={props.add?.text} />}
        />
      }
    />
  )
}

/** Which rows are selected, and the action bar for those shown. */
function useSelectedRows<Row extends { Id: string }, Field extends string>({
  list: { rows },
  selection,
}: ListPageProps<Row, Field>) {
  const { t } = useTranslation()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [onCards, setOnCards] = useState(false)
  if (!selection) return { selection: undefined, bar: undefined, onStart: undefined }
  const rowOf = (id: string) => rows?.find(({ Id }) => Id === id)

  /** Selects what an action has left. Without any, cards lose their checkboxes. */
  function select(ids: readonly string[]) {
    setKeys(new Set(ids))
    if (ids.length === 0) setOnCards(false)
  }

  return {
    selection: {
      keys,
      onChange: setKeys,
      nameOf(id: string) {
        const row = rowOf(id)
        return t('list.selectRow', { name: row ? selection.nameOf(row) : id })
      },
      onCards,
      onEnd() {
        select([])
        linkOfRow(rows?.[0]?.Id ?? '')?.focus()
      },
    },
    bar: selection.bar(rows?.filter(({ Id }) => keys.has(Id)) ?? [], select),
    onStart: () => setOnCards(true),
  }
}
