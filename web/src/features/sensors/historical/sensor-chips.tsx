import { CloudSun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SensorName, sensorLook } from '../../../domain/sensors/sensor-look.tsx'

interface SensorChipsProps {
  sensors: readonly string[]
  chosen: readonly string[]
  onChange: (sensors: string[]) => void
  /** The weather beside them. Absent: there is none. */
  outdoors?: { isShown: boolean; onChange: (isShown: boolean) => void }
}

/** Which sensors are shown. The last one cannot be removed. */
export function SensorChips({ sensors, chosen, onChange, outdoors }: SensorChipsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="sensor-chips">
      <legend className="vh">{t('historical.sensors')}</legend>
      {sensors.map((sensor) => {
        const isShown = chosen.includes(sensor)
        return (
          <button
            key={sensor}
            type="button"
            className="line-chip"
            aria-pressed={isShown}
            disabled={isShown && chosen.length === 1}
            onClick={() =>
              onChange(sensors.filter((one) => (one === sensor ? !isShown : chosen.includes(one))))
            }
          >
            <i className="swatch" style={{ '--kc': sensorLook(sensor).color }} aria-hidden="true" />
            <SensorName sensor={sensor} />
          </button>
        )
      })}
      {outdoors && (
        <button
          type="button"
          className="line-chip outdoors-chip"
          aria-pressed={outdoors.isShown}
          onClick={() => outdoors.onChange(!outdoors.isShown)}
        >
          <CloudSun className="icon icon-sm" aria-hidden="true" />
          {t('historical.outdoors')}
        </button>
      )}
    </fieldset>
  )
}
