import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller ones come in one packet as they are. */
const leastBytes = 1024

const packings = {
  // Browsers take Brotli only where the connection is encrypted or local.
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
}

/** Packs what was built once and for all, since the server sends a packed file where there is one beside it. */
export function packFiles(): Plugin {
  return {
    name: 'pack-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(names.map((name) => pack(join(dir, name))))
    },
  }
}

async function pack(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  for (const [ending, packed] of Object.entries(packings))
    await writeFile(`${path}.${ending}`, await packed(content))
}
