import { chanceOfChange } from '@eot/contract/chance'
import { useTranslation } from 'react-i18next'

interface ActivityHeadlineProps {
  count: number
  /** Count of the preceding period of the same length. undefined: there is none, or it is not loaded yet. */
  before: number | undefined
  /** The period is not over, and `before` counts as much of the preceding one as has passed of this one. */
  soFar: boolean
}

/** A change that chance causes in fewer than one of 20 periods. */
const rareChance = 0.05

/** Compares with the preceding period, and states how often chance alone causes such a change. */
export function ActivityHeadline({ count, before, soFar }: ActivityHeadlineProps) {
  const { t } = useTranslation()
  if (before === undefined) return null
  const chance = chanceOfChange(count, before)
  const period = t(soFar ? 'activity.beforeSoFar' : 'activity.before')
  if (count === before) return t('activity.same', { period })
  const change = { count: Math.abs(count - before), period }
  return (
    <>
      {t(count > before ? 'activity.more' : 'activity.fewer', change)}.{' '}
      {chance < rareChance ? (
        <b>{t('activity.beyondChance')}</b>
      ) : (
        t('activity.byChance', { count: Math.max(1, Math.round(chance * 10)) })
      )}
    </>
  )
}
