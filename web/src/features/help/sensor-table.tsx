import { sensorKinds } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { type Band, bandScales } from '../../domain/sensors/bands.ts'
import { SensorChip, SensorName } from '../../domain/sensors/sensor-look.tsx'
import { standardText } from '../../domain/standard-text.ts'
import { type Measurement, shownUnit, valueText } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'

/** The seventeen sensors with unit, range and the bands of the standards, in the user's units. */
export function SensorTable() {
  const { t } = useTranslation()
  const { measurement } = useSession()
  return (
    <ul className="help-sensors">
      {sensorKinds.map(({ key, unit, min, max }) => {
        const scale = bandScales[key]
        const text = (value: number) => valueText(value, key, measurement)
        return (
          <li key={key}>
            <SensorChip sensor={key} />
            <div>
              <h3>
                <SensorName sensor={key} />
              </h3>
              <p className="faint">
                {t('help.sensors.span', { from: text(min), to: text(max) })}{' '}
                {shownUnit(unit, measurement) || t('help.sensors.noUnit')}
              </p>
            </div>
            {scale ? (
              <div className="help-bands">
                <ol>
                  {scale.bands.map((band, n) => (
                    <BandItem
                      key={band.to}
                      band={band}
                      below={scale.bands[n - 1]}
                      isLast={n === scale.bands.length - 1}
                      sensor={key}
                      measurement={measurement}
                    />
                  ))}
                </ol>
                <small className="faint">{standardText(scale.source)}</small>
              </div>
            ) : (
              <p className="faint help-bands">{t('help.sensors.noBands')}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface BandItemProps {
  band: Band
  below: Band | undefined
  /** The last band has no upper end. */
  isLast: boolean
  sensor: string
  measurement: Measurement
}

function BandItem({ band, below, isLast, sensor, measurement }: BandItemProps) {
  const { t } = useTranslation()
  const text = (value: number) => valueText(value, sensor, measurement)
  const limit =
    isLast && below
      ? t('help.sensors.above', { value: text(below.to) })
      : t('help.sensors.upTo', { value: text(band.to) })
  return (
    <li className={`band ${band.grade}`}>
      <b>{t(`sensors.grade.${band.grade}`)}</b> {limit}
    </li>
  )
}
