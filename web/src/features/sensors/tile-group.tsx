import type { Category } from '@eot/contract/vocabulary'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { worstKind } from '../../domain/sensors/bands.ts'
import { GradeMark } from '../../domain/sensors/grade-mark.tsx'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import type { Measurement } from '../../lib/units.ts'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Level } from '../../ui/glyph.tsx'

/** Larger groups use two rows where space is limited. */
const mostInRow = 5

interface TileGroupProps {
  category: Category
  kinds: readonly string[]
  /** Newest values of the kinds that currently report. */
  values: Readonly<Record<string, number>>
  measurement: Measurement
  openAlerts: number
  /** The severity of the worst open alert. */
  gravest: Level | undefined
  children: ReactNode
}

/** The sensors of one category, with its overall grade in the header and the source of the scale in the footer. */
export function TileGroup({
  category,
  kinds,
  values,
  measurement,
  openAlerts,
  gravest,
  children,
}: TileGroupProps) {
  const { t } = useTranslation()
  const worst = worstKind(values, measurement)
  const leads = worst && (worst.grade === 'fair' || worst.grade === 'poor')
  return (
    <section className="card cat" aria-label={t(`vocabulary.category.${category}`)}>
      <header>
        <h2>{t(`vocabulary.category.${category}`)}</h2>
        <span className="note">{t('sensors.sensors', { count: kinds.length })}</span>
        <div className="end">
          {worst && (
            <GradeMark
              grade={worst.grade}
              {...(leads && {
                text: t('sensors.ledBy', {
                  grade: t(`sensors.grade.${worst.grade}`),
                  name: sensorName(worst.kind),
                }),
              })}
            />
          )}
          {gravest && (
            <Chip tone={gravest} glyph={gravest}>
              {t('sensors.alerts', { count: openAlerts })}
            </Chip>
          )}
        </div>
      </header>
      <div
        className={classNames('tiles', kinds.length > mostInRow && 'many')}
        style={{ '--tiles': kinds.length, '--half': Math.ceil(kinds.length / 2) }}
      >
        {children}
      </div>
    </section>
  )
}
