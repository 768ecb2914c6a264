import './site-tree.css'
import { ChevronRight, CornerDownRight } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from '../../../ui/check.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Glyph, type Level } from '../../../ui/glyph.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { SettingSources } from './setting-sources.tsx'
import type { SiteTree, TreeRow } from './site-tree.ts'
import { SiteName } from './tree-site-name.tsx'
import { useWindow } from './use-window.ts'

interface SiteTreeTableProps {
  tree: SiteTree
  rows: readonly TreeRow[]
  /** Underlined in the names. */
  search: string
  selected: ReadonlySet<string>
  /** undefined: rows cannot be selected. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined
  onToggle: (id: string) => void
  onOpen: (id: string) => void
  actions: (row: TreeRow) => ReactNode
}

const heights = { table: 36, card: 72 }

/** The tree of sites as a table. Renders only the visible rows, so that 10,000 sites scroll smoothly. */
export function SiteTreeTable(props: SiteTreeTableProps) {
  const { rows, onToggle, onOpen } = props
  const { t } = useTranslation()
  const narrow = useMedia('(max-width: 850px)')
  const rowHeight = narrow ? heights.card : heights.table
  const box = useRef<HTMLDivElement>(null)
  const { first, last } = useWindow({ count: rows.length, rowHeight, box })
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
          <Row
            key={row.site.Id}
            {...handlers}
            tree={props.tree}
            search={props.search}
            row={row}
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

/** What a key does in a row: a row to go to, or to open or close the row. */
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

/** Gives the focus to a row, which may have to be rendered first. */
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

function Header({ onSelect, tree }: SiteTreeTableProps) {
  const { t } = useTranslation()
  const hasUsers = tree.sites[0]?.Users !== undefined
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

/** The handlers as functions that stay the same, so that scrolling renders only the rows that come into view. */
function useStableHandlers(props: SiteTreeTableProps, onFocus: (id: string) => void) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  return {
    onFocus,
    onSelect: useCallback((id: string, isSelected: boolean) => latest.current.onSelect?.(id, isSelected), []),
    onToggle: useCallback((id: string) => latest.current.onToggle(id), []),
    actions: useCallback((row: TreeRow) => latest.current.actions(row), []),
  }
}

interface RowProps extends ReturnType<typeof useStableHandlers> {
  tree: SiteTree
  search: string
  row: TreeRow
  index: number
  /** px */
  top: number
  isActive: boolean
  isSelected: boolean
  isSelectable: boolean
}

const Row = memo(function Row(props: RowProps) {
  const { tree, row, index, top, isActive, isSelected, isSelectable, search } = props
  const { onFocus, onSelect, onToggle, actions } = props
  const { t } = useTranslation()
  const { site, depth, isOpen, isAncestor } = row
  // Not by a transform, which would put the menu of a row below the rows after it.
  const style = { top, '--d': depth } as React.CSSProperties // a custom property
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a treegrid
    <div
      role="row"
      data-site={site.Id}
      tabIndex={isActive ? 0 : -1}
      className={classNames(
        'tree-row',
        isAncestor && 'anc',
        isSelected && 'picked',
        !isSelectable && 'no-ck',
      )}
      style={style}
      aria-level={depth + 1}
      aria-rowindex={index + 2}
      aria-expanded={isOpen}
      aria-selected={isSelectable ? isSelected : undefined}
      onFocus={() => onFocus(site.Id)}
    >
      {isSelectable && (
        <Cell className="ck">
          {!isAncestor && (
            <Check
              label={t('list.selectRow', { name: site.Name })}
              labelHidden
              tabIndex={isActive ? 0 : -1}
              checked={isSelected}
              onChange={(event) => onSelect(site.Id, event.currentTarget.checked)}
            />
          )}
        </Cell>
      )}
      <Cell className="tn">
        <span className="nm">
          {isOpen === undefined ? (
            <span className="tw" />
          ) : (
            <button
              type="button"
              className="tw"
              tabIndex={-1}
              aria-label={t(isOpen ? 'sites.tree.collapse' : 'sites.tree.expand', { name: site.Name })}
              onClick={() => onToggle(site.Id)}
            >
              <ChevronRight className={classNames('icon', isOpen && 'turned')} aria-hidden="true" />
            </button>
          )}
          <SiteName site={site} search={isAncestor ? '' : search} />
          {site.SitesBelow > 0 && !isAncestor && (
            <span className="below">{t('sites.tree.below', { count: site.SitesBelow })}</span>
          )}
        </span>
      </Cell>
      <Cell className="num">
        <Count value={site.Devices} unit={t('sites.tree.devicesUnit', { count: site.Devices })} />
      </Cell>
      <Cell className="num us">
        {site.Users !== undefined && (
          <Count value={site.Users} unit={t('sites.tree.peopleUnit', { count: site.Users })} />
        )}
      </Cell>
      <Cell className="op">
        {site.Severity && <Glyph level={site.Severity.toLowerCase() as Level} />}
        <Count value={site.OpenAlerts} unit={t('sites.tree.openUnit')} strong />
      </Cell>
      <Cell className="tz">
        <span className={classNames('src', site.Own.includes('TimeZone') && 'here')}>
          {!site.Own.includes('TimeZone') && <CornerDownRight className="icon" aria-hidden="true" />}
          <span className="truncate">{site.TimeZone.replaceAll('_', ' ')}</span>
        </span>
      </Cell>
      <Cell className="st">{!isAncestor && <SettingSources tree={tree} site={site} />}</Cell>
      <Cell className="act">{actions(row)}</Cell>
    </div>
  )
})

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a treegrid
    // biome-ignore lint/a11y/useFocusableInteractive: the row and the controls in it get the focus
    <span role="gridcell" className={className}>
      {children}
    </span>
  )
}

/** The unit is shown on a phone, where there are no column titles. */
function Count({ value, unit, strong }: { value: number; unit: string; strong?: boolean }) {
  return (
    <span className={value === 0 ? 'zero' : undefined}>
      {strong && value > 0 ? <b className="strong">{value.toLocaleString()}</b> : value.toLocaleString()}
      <span className="unit"> {unit}</span>
    </span>
  )
}
