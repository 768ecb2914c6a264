import type { Named } from '@eot/contract/wire'
import { useTranslation } from 'react-i18next'
import { RowLink } from '../../lib/lists/columns.tsx'
import type { ListDefinition } from '../../lib/lists/define-list.ts'
import { Chip } from '../../ui/chip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { CollectionWords } from './collection-fields.tsx'

export interface CollectionRow {
  Id: string
  Name: string
  Site: Named
  IsActive: boolean
}

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
export function Readiness({ words, ready, count }: { words: CollectionWords; ready: number; count: number }) {
  const { t } = useTranslation()
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
export function CollectionCard(props: {
  row: CollectionRow
  list: ListDefinition
  words: CollectionWords
  ready: number
  count: number
}) {
  const { row, list, words, ready, count } = props
  return (
    <div className="row-card">
      <CollectionName row={row} list={list} />
      <div className="row card-line muted">
        <span className="truncate">{row.Site.Name}</span>
        <span className="spacer" />
        <Readiness words={words} ready={ready} count={count} />
      </div>
    </div>
  )
}
