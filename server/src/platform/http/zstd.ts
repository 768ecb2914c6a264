import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib'

/** Level 1 takes half the time of the default level, and the size is about the same. */
const level = { [constants.ZSTD_c_compressionLevel]: 1 }
/** In bytes. Each chunk costs the main thread a turn of the event loop. */
const chunkSize = 262_144
/** At most this many responses are compressed at the same time, so that other work gets threads too. */
const mostCompressors = 2

/** Compressors that are free. undefined: one that has not been created yet. */
const idle = new Array<ZstdCompress | undefined>(mostCompressors).fill(undefined)
const waiting: ((compressor: ZstdCompress | undefined) => void)[] = []

/**
 * Compresses on another thread. Compressors are used again, since only a full garbage collection frees the buffers of a new one,
 * which are larger than most responses.
 */
export async function zstd(bytes: Buffer): Promise<Buffer> {
  let compressor = idle.length > 0 ? idle.pop() : await new Promise<ZstdCompress | undefined>(wait)
  try {
    compressor ??= createCompressor()
    return await compressBy(compressor, bytes)
  } finally {
    release(compressor?.destroyed ? undefined : compressor)
  }
}

const wait = (resolve: (compressor: ZstdCompress | undefined) => void) => void waiting.push(resolve)

function release(compressor: ZstdCompress | undefined): void {
  const next = waiting.shift()
  if (next) next(compressor)
  else idle.push(compressor)
}

/** Each write ends a frame, so that the next one does not refer to it. */
const createCompressor = () => createZstdCompress({ flush: constants.ZSTD_e_end, chunkSize, params: level })

async function compressBy(compressor: ZstdCompress, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = []
  const take = (part: Buffer) => void parts.push(part)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  compressor.on('data', take).on('error', reject) // the callback is not called if compressing fails
  try {
    compressor.write(bytes, (error) => (error ? reject(error) : resolve()))
    await promise
    return Buffer.concat(parts) // a copy, since the parts share a buffer with other responses
  } finally {
    compressor.off('data', take).off('error', reject)
  }
}
