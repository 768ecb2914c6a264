import { createHash } from 'node:crypto'

/**
 * Finds the lines of a file that create a device with a certain name at a certain site. Stores only numbers, since a file may
 * be large.
 */
export class NamesAtSites {
  readonly #lines = new Map<number, number>()

  /** Returns the first line above with this name, regardless of case. Records the line if there is none. */
  lineBefore(siteId: string, name: string, line: number): number | undefined {
    const digest = createHash('sha1').update(`${siteId} ${name.toLowerCase()}`).digest()
    const key = digest.readUIntBE(0, 6)
    const first = this.#lines.get(key)
    if (first === undefined) this.#lines.set(key, line)
    return first
  }
}
