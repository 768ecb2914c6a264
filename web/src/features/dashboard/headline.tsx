import { useMinute, useNow } from '../../lib/time/now.ts'
import { sinceText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { devicesText, headlineText, latestAlertText, noneTodayText } from './headline-text.ts'
import type { Dashboard } from './use-dashboard.ts'

/** The most important sentence: whether anything is wrong, where, and whether someone has confirmed it. */
export function Headline({ dashboard }: { dashboard: Dashboard }) {
  const now = useMinute()
  const zone = useTimeZone()
  return <h1 tabIndex={-1}>{headlineText(dashboard, (instant) => sinceText(instant, zone, now))}</h1>
}

/** The latest alert, and how many devices are online. */
export function HeadlineContext({ dashboard }: { dashboard: Dashboard }) {
  const latest = latestAlertText(dashboard, useNow())
  const line = dashboard.online.data && devicesText(dashboard.online.data)
  if (!latest) {
    return (
      <p>
        {noneTodayText(dashboard.recent.query)} {line}
      </p>
    )
  }
  return (
    <p>
      {latest.before}
      <b>{latest.strong}</b>
      {latest.after} {line}
    </p>
  )
}
