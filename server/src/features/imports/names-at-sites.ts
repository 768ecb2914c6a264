import { createHash } from 'node:crypto'

/** The lines of a file that create a device with a certain name at a certain site. Keeps numbers, since a file may be large. */
export class NamesAtSites {
  readonly #lines = new Map<number, number>()

  /** The first line above with this name, whatever its case. Notes the line if there is none. */
  lineBefore(siteId: string, name: string, line: number): number | undefined {
    const digest = createHash('sha1').update(`${siteId} ${name.toLowerCase()}`).digest()
    const key = digest.readUIntBE(0, 6)
    const first = this.#lines.get(key)
    if (first === undefined) this.#lines.set(key, line)
    return first
  }
}
