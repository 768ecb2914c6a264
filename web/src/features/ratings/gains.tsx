import type { RatingDetails, RatingGain } from '@eot/contract/ratings'
import { useTranslation } from 'react-i18next'
import { noGainsText, quantityText } from '../../domain/ratings/rating-words.ts'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import type { Measurement } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'

/** The quantities that would raise the score most if they were in the best band everywhere. */
export function Gains({ rating }: { rating: RatingDetails }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  return (
    <section className="card c4">
      <header>
        <h2>{t('ratings.gains')}</h2>
      </header>
      <div className="body">
        {rating.Gains.length === 0 && <p className="muted">{noGainsText(rating)}</p>}
        <ol className="gain">
          {rating.Gains.map((gain) => (
            <li key={gain.Sensor}>
              <span className="pts">
                +{gain.Points}
                <small>{t(`ratings.short.${rating.Type}`)}</small>
              </span>
              <div>
                <h3>
                  <FormulaText text={gainText(gain, measurement)} />
                </h3>
                <p>
                  {t('ratings.gainWhere', {
                    room: gain.Worst.Name,
                    count: gain.Site.Rooms,
                    site: gain.Site.Name,
                  })}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className="foot">
        <p>{t('ratings.gainNote')}</p>
      </div>
    </section>
  )
}

function gainText({ Sensor, Rooms: count, Least, Greatest }: RatingGain, measurement: Measurement): string {
  if (Sensor === 'temperature') return t('ratings.gain.temperature', { count })
  const text = (value: number | null) => (value === null ? '' : quantityText(value, Sensor, measurement))
  const words = { count, sensor: sensorName(Sensor), least: text(Least), limit: text(Greatest ?? Least) }
  if (Least !== null && Greatest !== null) return t('ratings.gain.between', words)
  return t(Greatest !== null ? 'ratings.gain.below' : 'ratings.gain.above', words)
}
