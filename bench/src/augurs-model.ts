import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initialize, { MSTL } from '@bsull/augurs/mstl'
import type { SeriesModel } from '@eot/server/features/forecast/series/series-model'

/** MSTL with automatic exponential smoothing from `augurs`, with its default settings, to compare with our models. */
export async function loadAugurs(): Promise<SeriesModel> {
  const script = createRequire(import.meta.url).resolve('@bsull/augurs/mstl')
  await initialize({ module_or_path: readFileSync(script.replace(/\.js$/, '_bg.wasm')) })
  return {
    name: 'augurs MSTL',
    fit: () => (history, horizon) => {
      const model = MSTL.ets([24, 168])
      model.fit(history)
      const { point } = model.predict(horizon)
      model.free()
      return Float64Array.from(point)
    },
  }
}
