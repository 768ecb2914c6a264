export const dayMs = 86_400_000

/** The UTC day of an instant. */
export const chunkStart = (at: number) => Math.floor(at / dayMs) * dayMs

/** Consecutive sections: where each begins, and where the last one ends. */
export interface Packed {
  starts: number[]
  data: Buffer
}

/** Returns a section; an empty buffer if the chunk does not have it. */
export const sectionIn = ({ starts, data }: Packed, section: number) =>
  data.subarray(starts[section] ?? data.length, starts[section + 1])
