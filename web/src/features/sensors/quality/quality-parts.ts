import type { Quality, QualitySpan } from '@eot/contract/quality'

/** The order of precedence when several qualities apply to a part. */
const mostTelling: readonly Quality[] = ['OutOfRange', 'Stuck', 'Noisy', 'ClockSkew', 'Gap']

/** Divides a time range into equal parts and gives the quality of each. A part is a gap if at least half of it has no values. */
export function qualityParts(
  spans: readonly QualitySpan[],
  { fromMs, toMs, parts }: { fromMs: number; toMs: number; parts: number },
): (Quality | 'Good')[] {
  const length = (toMs - fromMs) / parts
  return Array.from({ length: parts }, (_, part) => {
    const start = fromMs + part * length
    const lasted = (quality: Quality) =>
      spans
        .filter(({ Quality }) => Quality === quality)
        .reduce(
          (sum, { From, To }) => sum + Math.max(0, Math.min(To, start + length) - Math.max(From, start)),
          0,
        )
    return (
      mostTelling.find(
        (quality) => lasted(quality) > 0 && (quality !== 'Gap' || lasted('Gap') >= length / 2),
      ) ?? 'Good'
    )
  })
}
