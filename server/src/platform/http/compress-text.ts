import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { accepts } from './accepts.ts'

const [toZstd, toBrotli, toGzip] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/** Gzip compresses longer ones in half the time, to slightly more bytes. */
const longText = 100_000

/** In order of preference: zstd makes series of numbers smaller than gzip does, in a fifth of the time. */
const encoders = {
  zstd: (text: string): Promise<Buffer> => toZstd(text),
  br: (text: string): Promise<Buffer> => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (text: string): Promise<Buffer> => toGzip(text, { level: text.length < longText ? 5 : 1 }),
}
export type Encoding = keyof typeof encoders
const encodings = Object.keys(encoders) as Encoding[] // in the order declared

export const compressText = (text: string, encoding: Encoding): Promise<Buffer> => encoders[encoding](text)

/** Returns the best encoding that an `Accept-Encoding` header accepts. */
export const encodingFor = (header: string | string[] | undefined): Encoding | undefined =>
  encodings.find((encoding) => accepts(header, encoding))
