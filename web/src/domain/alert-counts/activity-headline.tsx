import { chanceOfChange } from '@eot/contract/chance'
import { useTranslation } from 'react-i18next'

interface ActivityHeadlineProps {
  count: number
  /** Count of the preceding period of the same length. undefined: there is none, or it is not loaded yet. */
  before: number | undefined
}

/** A change that chance causes in fewer than one of 20 periods. */
const rareChance = 0.05

/** Compares with the preceding period, and states how often chance alone causes such a change. */
export function ActivityHeadline({ count, before }: ActivityHeadlineProps) {
  const { t } = useTranslation()
  if (before === undefined) return null
  const chance = chanceOfChange(count, before)
  const change =
    count === before
      ? t('activity.same')
      : t(count > before ? 'activity.more' : 'activity.fewer', { count: Math.abs(count - before) })
  if (count === before) return change
  return (
    <>
      {change}.{' '}
      {chance < rareChance ? (
        <b>{t('activity.beyondChance')}</b>
      ) : (
        t('activity.byChance', { count: Math.max(1, Math.round(chance * 10)) })
      )}
    </>
  )
}
