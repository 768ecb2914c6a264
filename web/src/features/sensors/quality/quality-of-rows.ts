import type { Quality, QualitySpan } from '@eot/contract/quality'

/**
 * What is wrong from one row of a table until the next. Values may be missing only after a row: a gap counts where the row
 * is within it.
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
