import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { dropSchemas } from './drop-schemas.ts'

/** The only file in the browser that validates with schemas. Forms load it. */
const checking = /\/src\/lib\/forms\/body-problems\.ts$/
/** Marks a second copy of the contract's modules, with real schemas. */
const real = '?schemas'
const contract = /\/contract\/src\/[^/]+\.ts$/
const inert = fileURLToPath(new URL('no-schemas.ts', import.meta.url))

/** Replaces zod with an inert stand-in, except in the contract modules that the form checks import. */
export function schemas(): Plugin {
  return {
    name: 'schemas',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      const isReal = importer.endsWith(real)
      if (source === 'zod') return isReal ? undefined : inert
      if (!(isReal && source.startsWith('.')) && !(checking.test(importer) && source.startsWith('@eot/'))) {
        return undefined
      }
      const found = await this.resolve(source, importer.replace(real, ''), { ...options, skipSelf: true })
      return found && found.id + real
    },
    transform(code, id) {
      return contract.test(id) ? { code: dropSchemas(id, code), map: null } : undefined
    },
  }
}
