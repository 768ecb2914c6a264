import { useTranslation } from 'react-i18next'
import { RowLink } from '../../lib/lists/columns.tsx'
import type { ListDefinition } from '../../lib/lists/define-list.ts'
import { Chip } from '../../ui/chip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { type CollectionKind, type CollectionRow, type CollectionWords, sizeOf } from './collection-kind.ts'

export function CollectionName({ row, list }: { row: CollectionRow; list: ListDefinition }) {
  const { t } = useTranslation()
  return (
    <span className="row">
      <RowLink list={list} id={row.Id}>
        <span className="strong truncate">{row.Name}</span>
      </RowLink>
      {!row.IsActive && <Chip tone="outline">{t('collections.inactive')}</Chip>}
    </span>
  )
}

/** How many members are online, or can be reached. */
export function Readiness({ words, row }: { words: CollectionWords; row: CollectionRow }) {
  const { t } = useTranslation()
  const { count, ready } = sizeOf(row)
  if (count === 0) return <span className="faint">{t(`collections.${words}.noMembers`)}</span>
  const isAll = ready === count
  return (
    <span className="row nowrap">
      {isAll ? <span className="dot" aria-hidden="true" /> : <Glyph level="serious" />}
      {t(`collections.${words}.${isAll ? 'allReady' : 'someReady'}`, { ready, count })}
    </span>
  )
}

/** A group or list as a card, on narrow screens. */
export function CollectionCard({ row, kind }: { row: CollectionRow; kind: CollectionKind }) {
  return (
    <div className="row-card">
      <CollectionName row={row} list={kind.list} />
      <div className="row card-line muted">
        <span className="truncate">{row.Site.Name}</span>
        <span className="spacer" />
        <Readiness words={kind.words} row={row} />
      </div>
    </div>
  )
}
