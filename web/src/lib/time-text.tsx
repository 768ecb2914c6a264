import { useTimeZone } from '../session/current-site.ts'
import { useMinute, useNow } from './now.ts'
import { agoText, elapsedText, fullTime, shortTime } from './time.ts'

interface WhenProps {
  at: string
  /** Another zone than the current site's. */
  zone?: string
}

/** A time as short as tells it apart, in full on hover. */
export function When({ at, zone }: WhenProps) {
  const siteZone = useTimeZone()
  const now = useMinute()
  const shown = zone ?? siteZone
  return (
    <time dateTime={at} title={fullTime(at, shown)}>
      {shortTime(at, shown, now)}
    </time>
  )
}

/** How long ago, moving; in full on hover. */
export function Ago({ at, zone }: WhenProps) {
  const siteZone = useTimeZone()
  const now = useNow()
  return (
    <time dateTime={at} title={fullTime(at, zone ?? siteZone)}>
      {agoText(at, now)}
    </time>
  )
}

/** Time since, moving every second. */
export function Elapsed({ since }: { since: string }) {
  return <>{elapsedText((useNow() - Date.parse(since)) / 1000)}</>
}
