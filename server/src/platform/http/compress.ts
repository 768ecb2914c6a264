import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { accepts } from './accepts.ts'
import { zstd } from './zstd.ts'

const [onThread, atOnce] = [
  { br: promisify(brotliCompress), gzip: promisify(gzip) },
  { br: brotliCompressSync, gzip: gzipSync },
]

/** Responses of at least this size use the fastest level of gzip, which takes half the time and produces slightly more bytes. */
const longBytes = 100_000
/**
 * Brotli and gzip compress shorter responses on the main thread, in at most about 3 ms. Another thread would need buffers that only
 * a full garbage collection frees.
 */
const shortBytes = { br: 512_000, gzip: 32_000 }
/** The size in which another thread returns compressed data, in bytes. Each chunk costs the main thread a turn of the event loop. */
const chunkSize = 65_536

const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

/** In order of preference: zstd compresses series of numbers better than gzip, in a fifth of the time. */
const encoders = {
  zstd,
  br: (bytes: Buffer) => by('br', bytes)(bytes, { ...brotliLevel, chunkSize }),
  gzip: (bytes: Buffer) => by('gzip', bytes)(bytes, { level: bytes.length < longBytes ? 5 : 1, chunkSize }),
}
export type Encoding = keyof typeof encoders
const encodings = Object.keys(encoders) as Encoding[] // in the order declared

const by = <Name extends keyof typeof shortBytes>(name: Name, { length }: Buffer) =>
  (length < shortBytes[name] ? atOnce : onThread)[name]

export const compress = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoders[encoding](bytes)

/** Returns the best encoding that an `Accept-Encoding` header accepts. */
export const encodingFor = (header: string | string[] | undefined): Encoding | undefined =>
  encodings.find((encoding) => accepts(header, encoding))
