import { inSlices } from '../../platform/in-slices.ts'

export const dayMs = 86_400_000

/** The UTC day of an instant. */
export const chunkStart = (at: number) => Math.floor(at / dayMs) * dayMs

/** Sections one after another: where each begins, and where the last one ends. */
export interface Packed {
  starts: number[]
  data: Buffer
}

/** Packs sections one at a time, letting the event loop handle other work in between. */
export async function packSections(sections: readonly (() => Buffer)[]): Promise<Packed> {
  const packed: Buffer[] = []
  await inSlices(sections, 1, (slice) => packed.push(...slice.map((pack) => pack())))
  const starts = [0]
  for (const section of packed) starts.push((starts.at(-1) ?? 0) + section.length)
  return { starts, data: Buffer.concat(packed) }
}

export const sectionIn = ({ starts, data }: Packed, section: number) =>
  data.subarray(starts[section], starts[section + 1])
