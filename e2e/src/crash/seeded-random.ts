import { unit } from '@eot/fleet/seeded-noise'

/** Pseudorandom numbers from 0 to 1, reproducible by seed. */
export function seededRandom(seed: number): () => number {
  let place = 0
  return () => unit(seed, 99, place++)
}

/** A new seed for each run, or SEED to reproduce a failed run. */
export function chooseSeed(): number {
  return Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
}
