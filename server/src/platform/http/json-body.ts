import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/** Maximum nesting, far more than any endpoint needs. */
export const deepestJson = 64

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const opening = new Set(['[', '{'].map((bracket) => bracket.charCodeAt(0)))
const closing = new Set([']', '}'].map((bracket) => bracket.charCodeAt(0)))

/** Parses JSON bodies. Bodies nested too deeply are refused before parsing, since recursion over them could overflow. */
export function parseJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isTooDeep(body)) return done(new AppError('invalid_request'))
    parse(request, body.toString('utf8'), done)
  })
}

/** Returns whether brackets outside of strings are nested deeper than `deepestJson`. */
export function isTooDeep(json: Buffer): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number // below the length
    if (isInString) {
      if (byte === backslash) index++
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (opening.has(byte)) {
      depth++
      if (depth > deepestJson) return true
    } else if (closing.has(byte)) depth--
  }
  return false
}
