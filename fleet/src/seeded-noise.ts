/**
 * Noise as a pure function of seed and position, not a stream. The order of calls does not matter, so history and live
 * simulation of a room agree.
 */

/** 32-bit hash of three numbers; `n` may be as large as an instant in milliseconds. */
export function bits(seed: number, salt: number, n: number): number {
  let h = Math.imul(seed ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ n, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ (n / 0x1_0000_0000), 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16), 0x165667b1)
  return (h ^ (h >>> 15)) >>> 0
}

/** Uniform over [0, 1). */
export function unit(seed: number, salt: number, n: number): number {
  return bits(seed, salt, n) / 0x1_0000_0000
}

/** Approximately normal with standard deviation 1, within [-3, 3]: the sum of three uniform parts of one hash. */
export function bell(seed: number, salt: number, n: number): number {
  const h = bits(seed, salt, n)
  return 2 * ((h & 0x7ff) / 0x7ff + ((h >>> 11) & 0x7ff) / 0x7ff + (h >>> 22) / 0x3ff - 1.5)
}

/** Smooth noise within [-1, 1] that changes direction at each integer `x`. */
export function drift(seed: number, salt: number, x: number): number {
  const whole = Math.floor(x)
  const part = x - whole
  const before = unit(seed, salt, whole)
  const after = unit(seed, salt, whole + 1)
  return 2 * (before + (after - before) * part * part * (3 - 2 * part)) - 1
}

/** A stable seed from a name, such as a time zone's. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
