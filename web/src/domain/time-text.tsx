import { useMinute, useNow } from '../lib/time/now.ts'
import { agoText, clockTime, elapsedText, fullTime, localTime, shortTime } from '../lib/time/time.ts'
import { useTimeZone } from '../session/current-site.ts'

/**
 * A time in the current site's time zone, as short as is unambiguous, in full on hover. If it happened in another
 * zone, `zone`, the local time is shown below. `toMinute` leaves out the seconds.
 */
export function When({ at, zone, toMinute }: { at: string; zone?: string; toMinute?: boolean }) {
  const shown = useTimeZone()
  const now = useMinute()
  return (
    <>
      <time dateTime={at} title={fullTime(at, shown)}>
        {shortTime(at, shown, now, toMinute ? clockTime : undefined)}
      </time>
      {zone && <LocalTime at={at} zone={zone} />}
    </>
  )
}

/** The time in the zone where it happened. Nothing if both zones show the same time. */
export function LocalTime({ at, zone }: { at: string; zone: string }) {
  const local = localTime(at, zone, useTimeZone())
  return local === undefined ? null : <span className="local-time">{local}</span>
}

/** How long ago, kept up to date; in full on hover. */
export function Ago({ at }: { at: string }) {
  const zone = useTimeZone()
  const now = useNow()
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {agoText(at, now)}
    </time>
  )
}

/** How long ago, updated every minute. `never` if there is no time. */
export function AgoByMinute({ at, never }: { at: string | null; never: string }) {
  const zone = useTimeZone()
  const now = useMinute()
  if (at === null) return <span className="faint">{never}</span>
  const atMs = Date.parse(at)
  return (
    <time className="nowrap" dateTime={at} title={fullTime(atMs, zone)}>
      {agoText(atMs, Math.max(now, atMs))}
    </time>
  )
}

/** Time elapsed, updated every second. */
export function Elapsed({ since }: { since: string }) {
  return <>{elapsedText((useNow() - Date.parse(since)) / 1000)}</>
}
