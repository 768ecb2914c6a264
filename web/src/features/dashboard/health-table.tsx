import { numberText } from '../../texts/number-format.ts'
import './health-table.css'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLook, deviceText } from '../../domain/device-state.ts'
import { InactiveChip } from '../../domain/inactive-chip.tsx'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { clockTime } from '../../lib/time/time.ts'
import { siteIdInLink, useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useOpensPage, useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { AlertTrack } from './alert-track.tsx'
import { type HealthRow, openTypes } from './site-health.ts'
import type { Dashboard } from './use-dashboard.ts'

const ScoreCells = lazy(async () => ({ default: (await import('./score-cells.tsx')).ScoreCells }))
const ScoresNote = lazy(async () => ({ default: (await import('./score-cells.tsx')).ScoresNote }))

const shownFirst = 8

/** Sub-sites, or the devices of a site without any, worst first, with their last day. */
export function HealthTable({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const [all, setAll] = useState(false)
  const seesRatings = useAllowed('ViewRatings')
  const { rows, hasSubSites, toMs } = dashboard
  const shown = all ? rows : rows.slice(0, shownFirst)
  const hidden = rows.length - shown.length
  return (
    <section className="card c8 sites">
      <header>
        <h2>{t(hasSubSites ? 'dashboard.siteHealth' : 'dashboard.deviceHealth')}</h2>
        <span className="note">{t('dashboard.worstFirst')}</span>
        <div className="end">
          <span className="note">{t('dashboard.window', { time: clockTime(toMs - 1, zone) })}</span>
        </div>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t(hasSubSites ? 'dashboard.subSite' : 'dashboard.device')}</th>
            <th scope="col">{t('dashboard.openColumn')}</th>
            <th scope="col" className="num">
              {t(hasSubSites ? 'dashboard.online' : 'dashboard.state')}
            </th>
            {seesRatings && (
              <>
                <th scope="col" className="num">
                  {t('dashboard.air')}
                </th>
                <th scope="col" className="num">
                  {t('dashboard.comfort')}
                </th>
              </>
            )}
            <th scope="col" className="ep-h">
              {t('dashboard.alertsColumn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <HealthLine key={row.id} row={row} dashboard={dashboard} seesRatings={seesRatings} />
          ))}
        </tbody>
      </table>
      {(hidden > 0 || seesRatings) && (
        <div className="foot">
          {hidden > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
              {t('dashboard.moreRows', { count: hidden })}
            </Button>
          )}
          {seesRatings && (
            <span className="hour">
              <Suspense>
                <ScoresNote by={hasSubSites ? 'Site' : 'Device'} />
              </Suspense>
            </span>
          )}
        </div>
      )}
    </section>
  )
}

interface HealthLineProps {
  row: HealthRow
  dashboard: Dashboard
  seesRatings: boolean
}

function HealthLine({ row, dashboard, seesRatings }: HealthLineProps) {
  const { t } = useTranslation()
  const hasOpen = row.open.length > 0
  return (
    <tr>
      <td className="place">
        <span className="row">
          <Glyph level={row.level} label={t(`dashboard.level.${row.level}`)} />
          <RowName row={row} />
          <InactiveSites row={row} />
        </span>
      </td>
      <td className="cnt">
        <span className={hasOpen ? `fg-${row.level} strong` : 'faint'}>{row.open.length}</span>
        {hasOpen && (
          <span className="lbl faint">
            {' '}
            <OpenTypes row={row} />
          </span>
        )}
      </td>
      <td className="num">
        {row.device ? (
          <span className={`st ${deviceLook(row.device).text}`}>{deviceText(row.device)}</span>
        ) : (
          <span className={row.online < row.total && !isOff(row) ? 'fg-serious strong' : undefined}>
            {numberText(row.online)} / {numberText(row.total)}
          </span>
        )}
      </td>
      {seesRatings && (
        <Suspense
          fallback={
            <>
              <td />
              <td />
            </>
          }
        >
          <ScoreCells row={row} />
        </Suspense>
      )}
      <td className="ep">
        <AlertTrack alerts={row.recent} fromMs={dashboard.fromMs} toMs={dashboard.toMs} />
      </td>
    </tr>
  )
}

const namedTypes = 2

/** All open types, not only the worst: "2 Vape" would say that both are vape. */
function OpenTypes({ row }: { row: HealthRow }) {
  const { t } = useTranslation()
  const names = openTypes(row.open).map(alertTypeName)
  const [named, others] = [names.slice(0, namedTypes).join(', '), names.length - namedTypes]
  return (
    <span title={names.join(', ')}>
      <FormulaText text={others > 0 ? t('dashboard.openTypes', { named, count: others }) : named} />
    </span>
  )
}

function RowName({ row }: { row: HealthRow }) {
  const { t } = useTranslation()
  const own = useSession().site
  if (row.kind === 'subSite') {
    return (
      <Link className="strong plain" to="/dashboard" search={{ siteId: siteIdInLink(row.id, own.siteId) }}>
        {row.name}
      </Link>
    )
  }
  if (row.kind === 'ownSite') {
    return <span className="strong">{t('dashboard.thisSite', { name: row.name })}</span>
  }
  return <DeviceName id={row.id} name={row.name} />
}

/** All sites of the row are inactive. */
const isOff = ({ inactive, sites }: HealthRow) => sites > 0 && inactive === sites

/** Shows how many sites of the row are inactive. */
function InactiveSites({ row }: { row: HealthRow }) {
  const { t } = useTranslation()
  if (row.inactive === 0) return null
  return isOff(row) ? (
    <InactiveChip />
  ) : (
    <Chip tone="outline">{t('dashboard.someInactive', { count: row.inactive })}</Chip>
  )
}

function DeviceName({ id, name }: { id: string; name: string }) {
  if (useOpensPage('/devices/live-sensor-data')) {
    return (
      <Link className="strong plain" to="/devices/live-sensor-data" search={{ deviceId: id }}>
        {name}
      </Link>
    )
  }
  return (
    <Link className="strong plain" to="/alerts" search={{ searchFilters: { device: [id] } }}>
      {name}
    </Link>
  )
}
