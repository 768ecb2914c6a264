import { unit } from '@eot/fleet/seeded-noise'

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let place = 0
  return () => unit(seed, 99, place++)
}

/** Another one each time, or that of SEED, to run again what has failed. */
export function chooseSeed(): number {
  return Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
}
