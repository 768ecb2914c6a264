import './fate-tiles.css'
import type { Import, ImportFate } from '@eot/contract/imports'
import { useTranslation } from 'react-i18next'
import { Glyph, type Level } from '../../ui/glyph.tsx'

export const fateLevels: Record<ImportFate, Level> = {
  Created: 'ok',
  Changed: 'info',
  Unchanged: 'idle',
  Refused: 'critical',
}
const order: readonly ImportFate[] = ['Created', 'Changed', 'Unchanged', 'Refused']

interface FateTilesProps {
  of: Import
  fate: ImportFate | undefined
  onFate: (fate: ImportFate | undefined) => void
}

/** How many lines have each fate; pressed, only those are listed. */
export function FateTiles({ of, fate, onFate }: FateTilesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="fates">
      <legend className="vh">{t('imports.fate.label')}</legend>
      <button type="button" aria-pressed={fate === undefined} onClick={() => onFate(undefined)}>
        <b>{of.Lines.toLocaleString()}</b>
        <span>{t('imports.fate.all')}</span>
      </button>
      {order.map((one) => (
        <button key={one} type="button" aria-pressed={fate === one} onClick={() => onFate(one)}>
          <Glyph level={fateLevels[one]} />
          <b>{of.Counts[one].toLocaleString()}</b>
          <span>{t(`imports.fate.${one}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}
