import type { Quality, QualitySpan } from '@eot/contract/quality'

/**
 * Returns the qualities that apply from one row of a table until the next. A gap counts only if the row itself
 * is within it, since values may be missing only after the row.
 */
export const qualitiesBetween = (
  spans: readonly QualitySpan[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Quality[] => [
  ...new Set(
    spans
      .filter(({ From, To, Quality }) => To > fromMs && From < (Quality === 'Gap' ? fromMs + 1 : toMs))
      .map(({ Quality }) => Quality),
  ),
]
