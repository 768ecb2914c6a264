import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib'

/** Level 1 takes half the time of the default level, and the size is about the same. */
const level = { [constants.ZSTD_c_compressionLevel]: 1 }
/** In bytes. Each chunk costs the main thread a turn of the event loop. */
const chunkSize = 262_144
/** Compressors that are kept for the next response, 1.5 MB each. */
const mostIdle = 2

const idle: ZstdCompress[] = []

/**
 * Compresses on another thread. The compressor is used again: what Node.js allocates for a new one is only freed by a full garbage
 * collection, and larger than most responses.
 */
export async function zstd(bytes: Buffer): Promise<Buffer> {
  const compressor = idle.pop() ?? createCompressor()
  const compressed = await compressBy(compressor, bytes)
  if (idle.length < mostIdle) idle.push(compressor)
  else compressor.destroy()
  return compressed
}

function createCompressor(): ZstdCompress {
  // Each write ends a frame, so that the next one does not refer to it.
  const compressor = createZstdCompress({ flush: constants.ZSTD_e_end, chunkSize, params: level })
  // `write` reports errors too, and the compressor is not used again.
  return compressor.on('error', () => undefined)
}

async function compressBy(compressor: ZstdCompress, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = []
  const take = (part: Buffer) => void parts.push(part)
  compressor.on('data', take)
  try {
    await new Promise<void>((resolve, reject) => {
      compressor.write(bytes, (error) => {
        if (error) return reject(error)
        compressor.read() // emits what is still buffered
        resolve()
      })
    })
  } finally {
    compressor.off('data', take)
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}
