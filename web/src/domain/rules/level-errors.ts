import type { EffectiveRule } from '@eot/contract/rules'
import { findKind, levelText, type Measurement, shownUnit } from '../../lib/units.ts'
import { t } from '../../texts/i18n.ts'
import { numberText } from '../../texts/number-format.ts'

interface Levels {
  /** In canonical units; NaN if the typed text is not a number. */
  raise: number
  clear: number
}

/** Returns what is wrong with the levels of a rule, with bounds in the reader's unit. */
export function levelErrors(
  rule: EffectiveRule,
  levels: Levels,
  measurement: Measurement,
): Partial<Record<keyof Levels, string>> {
  const error = (level: number): string | undefined => {
    const kind = findKind(rule.Sensor ?? '')
    if (!Number.isFinite(level)) return t('rules.noNumber', { example: numberText(1234.5) })
    if (!kind || (level >= kind.min && level <= kind.max)) return undefined
    const text = (bound: number) => levelText(bound, kind.key, measurement)
    const unit = shownUnit(kind.unit, measurement)
    return t('rules.outOfRange', {
      least: text(kind.min),
      most: [text(kind.max), unit].filter(Boolean).join(' '),
    })
  }
  const raise = error(levels.raise)
  if (raise) return { raise } // the clear level may only follow it
  const isHigh = rule.Direction === 'high'
  const isCrossed = isHigh ? levels.clear > levels.raise : levels.clear < levels.raise
  const crossed = isCrossed ? t(isHigh ? 'rules.clearTooHigh' : 'rules.clearTooLow') : undefined
  const clear = error(levels.clear) ?? crossed
  return clear ? { clear } : {}
}
