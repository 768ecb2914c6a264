import { useMinute, useNow } from '../lib/time/now.ts'
import { agoText, elapsedText, fullTime, localTime, shortTime } from '../lib/time/time.ts'
import { useTimeZone } from '../session/current-site.ts'

/**
 * A time by the clock of the current site, as short as tells it apart, in full on hover. Where it happened in another
 * zone, `zone`, the local time is named below.
 */
export function When({ at, zone }: { at: string; zone?: string }) {
  const shown = useTimeZone()
  const now = useMinute()
  return (
    <>
      <time dateTime={at} title={fullTime(at, shown)}>
        {shortTime(at, shown, now)}
      </time>
      {zone && <LocalTime at={at} zone={zone} />}
    </>
  )
}

/** The time by the clock of the place where it happened; nothing where that is the clock of the page. */
export function LocalTime({ at, zone }: { at: string; zone: string }) {
  const local = localTime(at, zone, useTimeZone())
  return local === undefined ? null : <span className="local-time">{local}</span>
}

/** How long ago, moving; in full on hover. */
export function Ago({ at }: { at: string }) {
  const zone = useTimeZone()
  const now = useNow()
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {agoText(at, now)}
    </time>
  )
}

/** How long ago, by the minute; `never` where it has not been. */
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

/** Time since, moving every second. */
export function Elapsed({ since }: { since: string }) {
  return <>{elapsedText((useNow() - Date.parse(since)) / 1000)}</>
}
