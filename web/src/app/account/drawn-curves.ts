import type { Sample } from '../../ui/chart/sparkline.tsx'

interface DrawnCurve {
  sensor: string
  samples: Sample[]
  limit: number | null
}

/** The sensor, how much its line wavers, and optionally where it rises: [share of the width, height]. */
const recipes: [sensor: string, restless: number, rise?: [at: number, height: number]][] = [
  ['temperature', 0.1],
  ['humidity', 0.16],
  ['ECO2', 0.2, [0.4, 1.4]],
  ['particulate', 0.14, [0.76, 2]],
  ['TVOC', 0.16, [0.77, 2.2]],
  ['noise', 0.42],
  ['light', 0.18],
  ['motion', 0.5],
  ['vape', 0.08, [0.75, 2.6]],
]

const points = 150

/** The same curves on every visit: quiet lines, some of which rise and fade. */
export function drawnCurves(): DrawnCurve[] {
  return recipes.map(([sensor, restless, rise], row) => {
    const random = makeRandom(row * 7 + 3)
    let drift = 0
    const samples = Array.from({ length: points }, (_, at): Sample => {
      drift = drift * 0.86 + (random() - 0.5) * restless
      const slow = Math.sin(at / 23 + row) * restless * 0.5
      return [at, drift + slow + (rise ? bump(at / points, rise) : 0)]
    })
    return { sensor, samples, limit: sensor === 'vape' ? 1.3 : null }
  })
}

function bump(share: number, [at, height]: [number, number]): number {
  if (share < at) return 0
  const since = (share - at) * points
  return height * Math.min(1, since / 3) * Math.exp(-Math.max(0, since - 3) / 13)
}

/** A small seeded random generator, because the picture must not change between visits. */
function makeRandom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 32
  }
}
