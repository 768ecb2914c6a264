import type { QualitySpan } from '@eot/contract/quality'
import { clockTime, shortTime } from '../../../lib/time/time.ts'
import { t } from '../../../texts/i18n.ts'

/** Describes a finding with its time: "no data, 2:10 AM to 3:40 AM". */
export function shownSpan({ Quality, From, To }: QualitySpan, zone: string, now: number): string {
  const time = (ms: number) => shortTime(ms, zone, now, clockTime)
  return t('quality.span', { what: t(`quality.${Quality}`), from: time(From), to: time(To) })
}
