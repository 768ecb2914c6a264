import type { HeatCell } from '@eot/contract/unusual-cells'
import { useTranslation } from 'react-i18next'
import { hourName, weekdayName } from '../../lib/time/weekdays.ts'
import { listText } from '../../texts/lists.ts'
import { periodsOf } from './chance-periods.ts'

const namedOthers = 3

/** Says which hours have more alerts than chance explains, the least likely first. Nothing without such an hour. */
export function UnusualNote({ cells }: { cells: readonly HeatCell[] }) {
  const { t } = useTranslation()
  const unusual = cells.filter(({ isUnusual }) => isUnusual).toSorted((a, b) => a.chance - b.chance)
  const [first, ...others] = unusual
  if (!first) return null
  const usual = Math.round(first.expected)
  const said = t(usual > 0 ? 'activity.unusualHour' : 'activity.unusualHourOnly', {
    ...placeOf(first, 'long'),
    count: first.Count,
    usual,
  })
  const named = others.slice(0, namedOthers).map((cell) => t('activity.hourOfDay', placeOf(cell, 'short')))
  const rest = others.length - named.length
  return (
    <p className="unusual-note">
      <b>{said}</b> {t('activity.unusualChance', { periods: periodsOf(first.chance) })}
      {named.length > 0 && (
        <>
          {' '}
          {t('activity.alsoUnusual', {
            count: others.length,
            hours: listText(rest > 0 ? [...named, t('activity.moreHours', { count: rest })] : named),
          })}
        </>
      )}
    </p>
  )
}

const placeOf = ({ DayOfWeek, HourOfDay }: HeatCell, style: 'long' | 'short') => ({
  day: weekdayName(DayOfWeek, style),
  from: hourName(HourOfDay),
  to: hourName(HourOfDay + 1),
})
