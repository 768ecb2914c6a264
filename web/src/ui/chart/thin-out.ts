type Point = readonly [ms: number, value: number, ...rest: number[]]

/**
 * Drops samples that would not be visible. Keeps the first, the last, and the lowest and highest of each `stepMs`.
 * Steps start at multiples of `stepMs`, so that a moving line keeps its shape. Samples are ascending.
 */
export function thinOut<P extends Point>(samples: readonly P[], stepMs: number): readonly P[] {
  if (samples.length < 3 || !(stepMs > 0)) return samples
  const kept = new Set<P>()
  let step = Number.NaN
  let low: P | undefined
  let high: P | undefined
  const close = () => {
    if (!low || !high) return
    for (const one of low[0] <= high[0] ? [low, high] : [high, low]) kept.add(one)
  }
  const [first] = samples
  if (first) kept.add(first)
  for (const sample of samples) {
    const own = Math.floor(sample[0] / stepMs)
    if (own !== step) {
      close()
      step = own
      low = sample
      high = sample
    }
    if (low && sample[1] < low[1]) low = sample
    if (high && sample[1] > high[1]) high = sample
  }
  close()
  const last = samples.at(-1)
  if (last) kept.add(last)
  return [...kept]
}
