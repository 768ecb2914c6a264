import { sensorKeys } from '@eot/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SensorChip, SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { sparkScale } from '../../domain/sensors/spark-scale.ts'
import { type Reading, samplesOf } from '../../lib/live/reading-buffer.ts'
import { clockSeconds, elapsedText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import type { CreatedDevice } from './device-form.tsx'
import type { FirstReading } from './use-first-reading.ts'

const sparkMs = 600_000
const longestGapMs = 180_000
const mostShown = 5
/** The most informative kinds come first. */
const telling: readonly string[] = ['vape', 'ECO2', 'temperature', 'humidity', 'noise', 'particulate', 'TVOC']

interface ReceivedProps {
  device: CreatedDevice
  addedMs: number
  first: FirstReading
}

/** Shows the values of the reporting device as they arrive. */
export function Received({ device, addedMs, first }: ReceivedProps) {
  const { t } = useTranslation()
  const ownZone = useTimeZone()
  const { readings, seenMs, timeZone = ownZone } = first
  const kinds = kindsOf(readings)
  return (
    <>
      <section>
        <div className="reading-state">
          <span className="ring done" aria-hidden="true">
            <Check className="icon" />
          </span>
          <div role="status">
            <h3>{t('devices.first.reporting', { name: device.Name })}</h3>
          </div>
          {seenMs !== null && (
            <p className="muted">
              {t('devices.first.came', {
                time: clockSeconds(seenMs, timeZone),
                duration: elapsedText(Math.max(0, seenMs - addedMs) / 1000),
              })}
            </p>
          )}
        </div>
        <ul className="first-values" aria-label={t('devices.first.values')}>
          {kinds.slice(0, mostShown).map((kind) => (
            <Value key={kind} kind={kind} readings={readings} />
          ))}
        </ul>
        {kinds.length > mostShown && (
          <p className="hint">{t('devices.first.more', { count: kinds.length - mostShown })}</p>
        )}
      </section>
      <section>
        <h3>{t('devices.first.next')}</h3>
        <Link to="/devices/live-sensor-data" search={{ deviceId: device.Id }} className="plain-link">
          {t('devices.first.open')}
        </Link>
      </section>
    </>
  )
}

function Value({ kind, readings }: { kind: string; readings: readonly Reading[] }) {
  const { measurement } = useSession()
  const samples = samplesOf(readings, kind)
  const [ms, value] = samples.at(-1) ?? [0, 0]
  return (
    <li>
      <SensorChip sensor={kind} />
      <SensorName sensor={kind} />
      <b>
        {readingText(value, kind, measurement)} <small>{unitText(kind, measurement)}</small>
      </b>
      <Sparkline
        samples={samples}
        fromMs={ms - sparkMs}
        toMs={ms}
        color={sensorLook(kind).color}
        longestGapMs={longestGapMs}
        height={24}
        {...sparkScale(kind)}
      />
    </li>
  )
}

/** All kinds in any of the readings, in an order that later readings do not change. */
function kindsOf(readings: readonly Reading[]): string[] {
  const found = new Set(readings.flatMap(([, values]) => Object.keys(values)))
  return [...new Set([...telling, ...sensorKeys])].filter((kind) => found.has(kind))
}
