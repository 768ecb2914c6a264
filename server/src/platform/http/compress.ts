import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import { accepts } from './accepts.ts'

const [onThread, atOnce] = [
  { zstd: promisify(zstdCompress), br: promisify(brotliCompress), gzip: promisify(gzip) },
  { zstd: zstdCompressSync, br: brotliCompressSync, gzip: gzipSync },
]

/** Responses of at least this size use the fastest level of gzip, which takes half the time and produces slightly more bytes. */
const longBytes = 100_000
/**
 * Shorter responses are compressed on the main thread, in at most about 3 ms. Another thread would need buffers that only a full
 * garbage collection frees.
 */
const shortBytes = { zstd: 768_000, br: 512_000, gzip: 32_000 }
/** The size in which another thread returns compressed data, in bytes. Each chunk costs the main thread a turn of the event loop. */
const chunkSize = 65_536

const [zstdLevel, brotliLevel] = [
  { params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
]

/**
 * In order of preference: zstd compresses series of numbers better than gzip, in a fifth of the time. Level 1 takes half the time
 * of the default level, and the size is about the same.
 */
const encoders = {
  zstd: (bytes: Buffer) => by('zstd', bytes)(bytes, { ...zstdLevel, chunkSize }),
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
