import './ratings.css'
import type { RatedQuantity, Rating } from '@eot/contract/ratings'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FormulaText, SensorChip, SensorName } from '../sensors/sensor-look.tsx'
import { sensorName } from '../sensors/sensor-names.ts'
import { methodText, quantityText, ratingIs, sumText } from './rating-words.ts'
import { ScoreGauge } from './score-gauge.tsx'

interface RatingCardProps {
  rating: Rating
  className?: string
  title?: string
  note?: ReactNode
  /** At the right end of the foot. */
  more?: ReactNode
}

/** A score with all deductions from 100. */
export function RatingCard({ rating, className, title, note, more }: RatingCardProps) {
  const { t } = useTranslation()
  const { Quantities, Score, Sensors, Samples, Rooms, Type } = rating
  const most = Math.max(1, ...Quantities.map(({ Points }) => Points))
  return (
    <section className={classNames('card', className)}>
      <header>
        <h2>{title ?? t(`ratings.type.${Type}`)}</h2>
        <span className="note">{note}</span>
        <span className="end note">{t('ratings.points')}</span>
      </header>
      <div className="body">
        <div className="score">
          <ScoreGauge rating={rating} />
          <ul className="takes">
            {Quantities.map((quantity) => (
              <Taken key={quantity.Sensor} quantity={quantity} most={most} />
            ))}
            {Score === null && <li className="takes-note">{ratingIs(rating)}</li>}
            {Quantities.some(({ Sensor, Points }) => Sensor === 'noise' && Points > 0) && (
              <li className="takes-note">{t('ratings.noiseNote')}</li>
            )}
          </ul>
        </div>
        {Score !== null && <SumBar rating={rating} />}
      </div>
      <div className="foot wrap">
        <span>{t('ratings.sensors', { rated: Sensors.Rated, known: Sensors.Known })}</span>
        <span>{t('ratings.samples', { percent: Math.floor(Samples * 100) })}</span>
        {Rooms.Known > 1 && <span>{t('ratings.rooms', { rated: Rooms.Rated, known: Rooms.Known })}</span>}
        <span className="end">{more}</span>
      </div>
    </section>
  )
}

function Taken({ quantity, most }: { quantity: RatedQuantity; most: number }) {
  const { measurement } = useSession()
  const { Sensor, Value, Points } = quantity
  return (
    <li>
      <span className="kind">
        <SensorChip sensor={Sensor} />
        <span>
          <SensorName sensor={Sensor} />
        </span>
      </span>
      <span className="rd">
        {Value === null ? '–' : <FormulaText text={quantityText(Value, Sensor, measurement)} />}
        <small>
          <FormulaText text={methodText(quantity)} />
        </small>
      </span>
      <span className="bar" aria-hidden="true">
        {Points > 0 && <i style={{ width: `${(Points / most) * 100}%` }} />}
      </span>
      <b className={Points === 0 ? 'zero' : undefined}>{Points === 0 ? '0' : `−${Points}`}</b>
    </li>
  )
}

/** 100 points: those kept, and those that each quantity takes. */
function SumBar({ rating }: { rating: Rating }) {
  const { t } = useTranslation()
  const taken = rating.Quantities.filter(({ Points }) => Points > 0)
  return (
    <>
      <div className="sumbar" aria-hidden="true">
        <i className="kept" style={{ flex: rating.Score ?? 0 }}>
          {t('ratings.kept', { count: rating.Score ?? 0 })}
        </i>
        {taken.map(({ Sensor, Points }) => (
          <i key={Sensor} style={{ flex: Points }}>
            {Points >= 12 && <FormulaText text={`${sensorName(Sensor)} ${Points}`} />}
          </i>
        ))}
      </div>
      <p className="sumcap">
        <span>{sumText(rating)}</span>
        <span>{t('ratings.weights')}</span>
      </p>
    </>
  )
}
