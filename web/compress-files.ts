import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one network packet anyway. */
const minBytes = 1024

const encodings = {
  // Browsers accept Brotli only over HTTPS or from localhost.
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
}

/** Compresses files at build time. The server sends the compressed copy if there is one beside the original. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|json|css|svg)$/.test(name))
      await Promise.all(names.map((name) => compress(join(dir, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  for (const [extension, encode] of Object.entries(encodings))
    await writeFile(`${path}.${extension}`, await encode(content))
}
