import { devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { gradeShown } from '../../domain/sensors/bands.ts'
import { GradeMark } from '../../domain/sensors/grade-mark.tsx'
import { silenceMs } from '../../domain/sensors/longest-gap.ts'
import { SensorChip, SensorName } from '../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { AgoByMinute } from '../../domain/time-text.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useSession } from '../../session/use-session.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { refreshEveryMs } from './refresh-every.ts'

/** The newest value of each sensor of a device, graded where a standard does and the value is current. */
export function LatestCard({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const now = useMinute()
  const query = useQuery({
    ...queryOf(devices.status, { params: { id: deviceId } }),
    refetchInterval: refreshEveryMs,
  })
  return (
    <section className="card" aria-label={t('devices.latest.title')}>
      <header>
        <h2>{t('devices.latest.title')}</h2>
        <div className="end faint">
          {query.data && <AgoByMinute at={query.data.LatestAt} never={t('devices.never')} />}
        </div>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={4} />}>
        {({ Kinds, Latest, LatestAt, Silent, ReportInterval }) => {
          const known = Kinds.filter((kind) => Latest[kind] !== undefined)
          if (known.length === 0)
            return (
              <div className="body">
                <p className="muted">{t('devices.latest.none')}</p>
              </div>
            )
          const isOld = LatestAt === null || now - Date.parse(LatestAt) > silenceMs(ReportInterval * 1000)
          return (
            <ul className="latest-list">
              {known.map((kind) => {
                const value = Latest[kind] ?? 0
                const isSilent = Silent?.includes(kind)
                const grade = isOld || isSilent ? undefined : gradeShown(kind, value, measurement)
                return (
                  <li key={kind}>
                    <SensorChip sensor={kind} />
                    <SensorName sensor={kind} />
                    <b>
                      {readingText(value, kind, measurement)} <small>{unitText(kind, measurement)}</small>
                    </b>
                    <span>
                      {grade && <GradeMark grade={grade} />}
                      {isSilent && <span className="faint">{t('sensors.notSent')}</span>}
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }}
      </Panel>
      <div className="foot">
        <Link to="/devices/live-sensor-data" search={{ deviceId }} className="plain-link">
          {t('devices.first.open')}
        </Link>
      </div>
    </section>
  )
}
