import './site-tree.css'
import type { SiteOverview } from '@eot/contract/site-tree'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/class-names.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { TreeRow } from './site-tree.ts'
import { type RowHandlers, SiteTreeRow } from './site-tree-row.tsx'
import type { SiteDetails } from './use-site-details.ts'
import { useWindow } from './use-window.ts'

interface SiteTreeTableProps {
  rows: readonly TreeRow[]
  /** Underlined in the names. */
  search: string
  selected: ReadonlySet<string>
  /** undefined: rows cannot be selected. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined
  onToggle: (id: string) => void
  onOpen: (id: string) => void
  actions: (row: TreeRow, site: SiteOverview | undefined) => ReactNode
  /** The site details that have been loaded. */
  details: SiteDetails
  /** The rows that are rendered, from `first` to `last`, exclusive. */
  onView: (first: number, last: number) => void
  /** Whether the user may see the number of people. */
  hasUsers: boolean
}

const heights = { table: 36, card: 72 }

/** Longer than the time between two rendering steps during fast scrolling. */
const settleMs = 150

/** The tree of sites as a table. Renders only the visible rows, so that 10,000 sites scroll smoothly. */
export function SiteTreeTable(props: SiteTreeTableProps) {
  const { rows, details, onToggle, onOpen, onView } = props
  const { t } = useTranslation()
  const narrow = useMedia('(max-width: 850px)')
  const rowHeight = narrow ? heights.card : heights.table
  const box = useRef<HTMLDivElement>(null)
  const { first, last } = useWindow({ count: rows.length, rowHeight, box })
  useSettledView(first, last, onView)
  const [active, setActive] = useState<string>()
  const focus = useFocusRow(box)
  const handlers = useStableHandlers(props, setActive)
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ site }) => site.Id === active),
  )

  function goTo(index: number) {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    const element = box.current
    if (!row || !element) return
    const top = rows.indexOf(row) * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + 2 * rowHeight // the header covers one row
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
    setActive(row.site.Id)
    focus(row.site.Id)
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const row = rows[activeIndex]
    // Keys typed in a control of the row belong to it.
    if (!row || !(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'row') return
    const step = steps(row, activeIndex, rows)[event.key]
    if (event.key === 'Enter') onOpen(row.site.Id)
    else if (step === 'toggle') onToggle(row.site.Id)
    else if (step !== undefined) goTo(step)
    else return
    event.preventDefault()
  }

  return (
    <div
      className="site-tree"
      role="treegrid"
      aria-label={t('sites.tree.title')}
      aria-rowcount={rows.length + 1}
      aria-multiselectable={props.onSelect !== undefined}
      ref={box}
      onKeyDown={handleKey}
      tabIndex={-1}
    >
      <Header {...props} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className="tree-rows" style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, last).map((row, offset) => (
          <SiteTreeRow
            key={row.site.Id}
            {...handlers}
            search={props.search}
            row={row}
            detail={details.get(row.site.Id)}
            index={first + offset}
            top={(first + offset) * rowHeight}
            isActive={first + offset === activeIndex}
            isSelected={props.selected.has(row.site.Id)}
            isSelectable={props.onSelect !== undefined}
          />
        ))}
      </div>
    </div>
  )
}

/** Reports the rendered rows: the first at once, others when scrolling slows down, since reading all would make it jerky. */
function useSettledView(first: number, last: number, onView: (first: number, last: number) => void): void {
  const isReported = useRef(false)
  useEffect(() => {
    if (!isReported.current) {
      isReported.current = true
      onView(first, last)
      return
    }
    const timer = setTimeout(() => onView(first, last), settleMs)
    return () => clearTimeout(timer)
  }, [first, last, onView])
}

/** Returns the effect of each key in a row: another row to focus, or opening or closing the row. */
function steps(row: TreeRow, index: number, rows: readonly TreeRow[]): Record<string, number | 'toggle'> {
  const parent = rows.findLastIndex((other, at) => at < index && other.depth === row.depth - 1)
  return {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: rows.length - 1,
    ...(row.isOpen === false && { ArrowRight: 'toggle' as const }),
    ...(parent >= 0 && { ArrowLeft: parent }),
    ...(row.isOpen === true && { ArrowRight: index + 1, ArrowLeft: 'toggle' as const }),
  }
}

/** Returns a function that focuses a row, which may have to be rendered first. */
function useFocusRow(box: { current: HTMLElement | null }): (id: string) => void {
  const wanted = useRef<string>(undefined)
  const give = () => {
    const row =
      wanted.current && box.current?.querySelector<HTMLElement>(`[data-site="${CSS.escape(wanted.current)}"]`)
    if (!row) return
    row.focus({ preventScroll: true })
    wanted.current = undefined
  }
  useEffect(give)
  return (id) => {
    wanted.current = id
    give()
  }
}

function Header({ onSelect, hasUsers }: SiteTreeTableProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a treegrid
    // biome-ignore lint/a11y/useFocusableInteractive: only rows of sites get the focus
    <div role="row" className={classNames('tree-row tree-head', !onSelect && 'no-ck')} aria-rowindex={1}>
      {onSelect && <HeadCell className="ck" text={t('sites.tree.selection')} hidden />}
      <HeadCell className="tn" text={t('sites.tree.site')} />
      <HeadCell className="num" text={t('sites.tree.devices')} />
      <HeadCell className="num us" text={hasUsers ? t('sites.tree.people') : ''} />
      <HeadCell className="op" text={t('sites.tree.openAlerts')} />
      <HeadCell className="tz" text={t('sites.tree.timeZone')} />
      <HeadCell className="st" text={t('sites.tree.settings')} />
      <HeadCell className="act" text={t('sites.tree.actions')} hidden />
    </div>
  )
}

function HeadCell({ className, text, hidden }: { className: string; text: string; hidden?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a header of a treegrid
    // biome-ignore lint/a11y/useFocusableInteractive: headers do nothing
    <span role="columnheader" className={className}>
      {hidden ? <span className="vh">{text}</span> : text}
    </span>
  )
}

/** Returns the handlers with stable identities, so that scrolling renders only the rows that come into view. */
function useStableHandlers(props: SiteTreeTableProps, onFocus: (id: string) => void): RowHandlers {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  return {
    onFocus,
    onSelect: useCallback((id: string, isSelected: boolean) => latest.current.onSelect?.(id, isSelected), []),
    onToggle: useCallback((id: string) => latest.current.onToggle(id), []),
    actions: useCallback(
      (row: TreeRow, site: SiteOverview | undefined) => latest.current.actions(row, site),
      [],
    ),
  }
}
