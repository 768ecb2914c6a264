import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { onAlertMessage } from '../../lib/live/live.ts'

/** Announce at most once in this time, so that a burst of alerts does not drown out everything else. */
const quietMs = 10_000

/** Announces new alerts to screen readers politely. */
export function Announcer() {
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState('')
  const sayOne = useEffectEvent((title: string, site: string) =>
    setAnnounced(t('shell.newAlerts.announce', { title, site })),
  )
  const sayMany = useEffectEvent((count: number) =>
    setAnnounced(t('shell.newAlerts.announceMany', { count })),
  )
  useEffect(() => {
    let waiting = 0
    let quiet: ReturnType<typeof setTimeout> | undefined
    const stop = onAlertMessage(({ Event, Alert }) => {
      if (Event !== 'AlertStarted') return
      if (quiet) {
        waiting += 1
        return
      }
      sayOne(`${alertTypeName(Alert.Type)}, ${Alert.Device.Name}`, Alert.Site.Name)
      quiet = setTimeout(function speakAgain() {
        quiet = undefined
        if (waiting > 0) sayMany(waiting)
        waiting = 0
      }, quietMs)
    })
    return () => {
      stop()
      clearTimeout(quiet)
    }
  }, [])
  return (
    <div className="vh" aria-live="polite">
      {announced}
    </div>
  )
}
