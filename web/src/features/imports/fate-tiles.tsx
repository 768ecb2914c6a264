import { numberText } from '../../texts/number-format.ts'
import './fate-tiles.css'
import type { Import } from '@eot/contract/imports'
import { useTranslation } from 'react-i18next'
import { Glyph, type Level } from '../../ui/glyph.tsx'
import type { ShownFate } from './import-address.ts'

export const fateLevels: Record<ShownFate, Level> = {
  Created: 'ok',
  Check: 'caution',
  Changed: 'info',
  Unchanged: 'idle',
  Refused: 'critical',
  LeftOut: 'idle',
}
const order: readonly ShownFate[] = ['Created', 'Check', 'Changed', 'Unchanged', 'Refused', 'LeftOut']

/** Shown only if there are such lines. */
const rare: readonly ShownFate[] = ['Check', 'LeftOut']

interface FateTilesProps {
  of: Import
  fate: ShownFate | undefined
  onFate: (fate: ShownFate | undefined) => void
}

/** The number of lines with each fate. Pressing a tile lists only its lines. */
export function FateTiles({ of, fate, onFate }: FateTilesProps) {
  const { t } = useTranslation()
  const { Created, Warned, ...others } = of.Counts
  const counts: Record<ShownFate, number> = { ...others, Created: Created - Warned, Check: Warned }
  const shown = order.filter((one) => counts[one] > 0 || !rare.includes(one))
  return (
    <fieldset className="fates">
      <legend className="vh">{t('imports.fate.label')}</legend>
      <button type="button" aria-pressed={fate === undefined} onClick={() => onFate(undefined)}>
        <b>{numberText(of.Lines)}</b>
        <span>{t('imports.fate.all')}</span>
      </button>
      {shown.map((one) => (
        <button key={one} type="button" aria-pressed={fate === one} onClick={() => onFate(one)}>
          <Glyph level={fateLevels[one]} />
          <b>{numberText(counts[one])}</b>
          <span>{t(`imports.fate.${one}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}
