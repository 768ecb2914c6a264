import type { Alert } from '@eot/contract/alerts'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTitle } from '../../../domain/alerts/alert-title.tsx'
import { alertLook } from '../../../domain/sensors/sensor-look.tsx'
import { shortTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useOpensPage } from '../../../session/use-session.tsx'
import { type PlotFrame, xOf } from '../../../ui/chart/plot-frame.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * A flag at the start of each alert, which links to the alert. There may be a thousand, so Tab stops at one of them, and
 * the arrow keys move to the others.
 */
export function AlertFlags({ alerts, frame }: { alerts: readonly Alert[]; frame: PlotFrame }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const opensAlerts = useOpensPage('/alerts')
  const [focused, setFocused] = useState<string>()
  const shown = alerts
    .map((alert) => ({ alert, ms: Date.parse(alert.StartAt) }))
    .filter(({ ms }) => ms >= frame.fromMs && ms <= frame.toMs)
    .sort((a, b) => a.ms - b.ms)
  if (shown.length === 0) return null
  const reachable = shown.find(({ alert }) => alert.Id === focused) ?? shown[0]
  return (
    <fieldset className="alert-flags" onKeyDown={moveFocus}>
      <legend className="vh">{t('historical.alerts')}</legend>
      {shown.map(({ alert, ms }) => {
        const text = t('historical.raised', {
          name: alertTitle(alert),
          time: shortTime(ms, zone, Date.now()),
        })
        const style = {
          left: xOf(frame, ms),
          height: frame.top + frame.height,
          '--kc': alertLook(alert.Type.Key, alert.Sensor).color,
        }
        return opensAlerts ? (
          <Link
            key={alert.Id}
            className="alert-flag"
            style={style}
            to="/alerts"
            search={{ alert: alert.Id }}
            title={text}
            aria-label={text}
            tabIndex={alert === reachable?.alert ? 0 : -1}
            onFocus={() => setFocused(alert.Id)}
          />
        ) : (
          <span key={alert.Id} className="alert-flag" style={style} title={text} />
        )
      })}
    </fieldset>
  )
}

function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>) {
  const step = steps[event.key]
  if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  const flags = [...event.currentTarget.querySelectorAll('a')]
  flags[flags.indexOf(event.target) + step]?.focus()
}
