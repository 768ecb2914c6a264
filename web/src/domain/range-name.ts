import type { RangePreset } from '../lib/time/range-presets.ts'
import { shortTime } from '../lib/time/time.ts'
import type { TimeRange } from '../lib/time/time-range.ts'
import { t } from '../texts/i18n.ts'

/** "Last 7 days", or the start and the end of a custom range. */
export const rangeName = (preset: RangePreset, { startTime, endTime }: TimeRange, zone: string): string =>
  preset === 'custom'
    ? `${shortTime(startTime, zone, Date.now())} – ${shortTime(endTime, zone, Date.now())}`
    : t(`range.${preset}`)
