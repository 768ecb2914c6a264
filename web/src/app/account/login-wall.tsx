import { useTranslation } from 'react-i18next'
import { SensorChip, SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { drawnCurves } from './drawn-curves.ts'

const curves = drawnCurves()
const length = curves[0]?.samples.length ?? 0

/** A decorative drawing of sensor curves. It shows no real readings. */
export function LoginWall() {
  const { t } = useTranslation()
  return (
    <aside className="wall" aria-hidden="true">
      <p className="wall-lead">{t('signIn.promise')}</p>
      <ol>
        {curves.map(({ sensor, samples, limit }) => (
          <li key={sensor}>
            <span className="kind">
              <SensorChip sensor={sensor} />
              <span>
                <SensorName sensor={sensor} />
              </span>
            </span>
            <Sparkline
              samples={samples}
              fromMs={0}
              toMs={length - 1}
              color={sensorLook(sensor).color}
              longestGapMs={2}
              raiseLevel={limit}
              leastRange={1}
              height={36}
            />
          </li>
        ))}
      </ol>
    </aside>
  )
}
