import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { FilterLink } from './drill-link.tsx'
import type { TrailStep } from './use-trail.ts'

/** The steps by which the counts were narrowed, each with its count and, but for the last, a way back. */
export function ActivityTrail({ steps }: { steps: readonly TrailStep[] }) {
  const { t } = useTranslation()
  if (steps.length < 2) return null
  const last = steps.length - 1
  return (
    <nav className="trail" aria-label={t('activity.trail')}>
      <ol>
        {steps.map(({ name, count, filters }, at) => {
          const text = count === undefined ? name : t('activity.step', { name, count })
          return (
            <li key={JSON.stringify(filters)}>
              {at > 0 && <ChevronRight className="icon" aria-hidden="true" />}
              {at === last ? (
                <b aria-current="true">
                  <FormulaText text={text} />
                </b>
              ) : (
                <FilterLink filters={filters}>
                  <FormulaText text={text} />
                </FilterLink>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
