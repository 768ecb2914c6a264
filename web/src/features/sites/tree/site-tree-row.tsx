import type { SiteOverview } from '@eot/contract/site-tree'
import { ChevronRight, CornerDownRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '../../../texts/number-format.ts'
import { Check } from '../../../ui/check.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Glyph, type Level } from '../../../ui/glyph.tsx'
import { SettingSources } from './setting-sources.tsx'
import type { TreeRow } from './site-tree.ts'
import { SiteName } from './tree-site-name.tsx'

/** Functions with stable identities, so that scrolling renders only the rows that come into view. */
export interface RowHandlers {
  onFocus: (id: string) => void
  onSelect: (id: string, isSelected: boolean) => void
  onToggle: (id: string) => void
  actions: (row: TreeRow, site: SiteOverview | undefined) => ReactNode
}

interface SiteTreeRowProps extends RowHandlers {
  search: string
  row: TreeRow
  /** undefined: not loaded yet. */
  detail: SiteOverview | undefined
  index: number
  /** px */
  top: number
  isActive: boolean
  isSelected: boolean
  isSelectable: boolean
}

/** A site in the tree. Details that are not loaded yet are empty. */
export const SiteTreeRow = memo(function SiteTreeRow(props: SiteTreeRowProps) {
  const { row, detail, index, top, isActive, isSelected, isSelectable, search } = props
  const { onFocus, onSelect, onToggle, actions } = props
  const { t } = useTranslation()
  const { site, depth, isOpen, isAncestor } = row
  // A transform would put the menu of a row below the rows after it.
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
        {detail && (
          <Count value={detail.Devices} unit={t('sites.tree.devicesUnit', { count: detail.Devices })} />
        )}
      </Cell>
      <Cell className="num us">
        {detail?.Users !== undefined && (
          <Count value={detail.Users} unit={t('sites.tree.peopleUnit', { count: detail.Users })} />
        )}
      </Cell>
      <Cell className="op">
        {detail?.Severity && <Glyph level={detail.Severity.toLowerCase() as Level} />}
        {detail && <Count value={detail.OpenAlerts} unit={t('sites.tree.openUnit')} strong />}
      </Cell>
      <Cell className="tz">{detail && <TimeZone site={detail} />}</Cell>
      <Cell className="st">{detail && !isAncestor && <SettingSources site={detail} />}</Cell>
      <Cell className="act">{actions(row, detail)}</Cell>
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

function TimeZone({ site }: { site: SiteOverview }) {
  const isOwn = site.Sources.some(({ Site, Fields }) => Site?.Id === site.Id && Fields.includes('TimeZone'))
  return (
    <span className={classNames('src', isOwn && 'here')}>
      {!isOwn && <CornerDownRight className="icon" aria-hidden="true" />}
      <span className="truncate">{site.TimeZone.replaceAll('_', ' ')}</span>
    </span>
  )
}

/** The unit is shown on a phone, where there are no column titles. */
function Count({ value, unit, strong }: { value: number; unit: string; strong?: boolean }) {
  return (
    <span className={value === 0 ? 'zero' : undefined}>
      {strong && value > 0 ? <b className="strong">{numberText(value)}</b> : numberText(value)}
      <span className="unit"> {unit}</span>
    </span>
  )
}
