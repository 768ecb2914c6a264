/** The last bytes of a backup: the number of bytes before them, and their SHA-256. */
export const trailerBytes = 40

export function createTrailer(size: number, digest: Buffer): Buffer {
  const trailer = Buffer.alloc(trailerBytes)
  trailer.writeBigUInt64BE(BigInt(size))
  digest.copy(trailer, 8)
  return trailer
}

export function readTrailer(trailer: Buffer): { size: number; digest: Buffer } {
  return { size: Number(trailer.readBigUInt64BE()), digest: trailer.subarray(8) }
}
