import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { ByteReader } from './byte-reader.ts'

/** How a key is derived from a passphrase. */
export interface PassphraseTerms {
  /** Hex. */
  salt: string
  cost: number
  blockSize: number
  parallelization: number
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const tagBytes = 16
const chunkBytes = 65_536
/** Whether it is the last chunk, and its length. */
const headBytes = 5

/** Each attempt takes 128 MB and half a second. */
export function newPassphraseTerms(): PassphraseTerms {
  return { salt: randomBytes(16).toString('hex'), cost: 2 ** 17, blockSize: 8, parallelization: 1 }
}

export function keyOfPassphrase(passphrase: string, terms: PassphraseTerms): Promise<Buffer> {
  const { salt, cost, blockSize, parallelization } = terms
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize + 2 ** 20 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/**
 * Encrypts a stream in chunks. Each is bound to its position, to whether it is the last one, and to `bound`, so that none can
 * be removed, moved or taken from another file. The key must be used for one stream only.
 */
export async function* sealChunks(
  source: AsyncIterable<Uint8Array>,
  key: Buffer,
  bound: Uint8Array,
): AsyncGenerator<Buffer> {
  const plain = new ByteReader(source)
  for (let place = 0; ; place++) {
    const chunk = await plain.take(chunkBytes)
    const isLast = chunk === undefined
    yield sealChunk(chunk ?? plain.rest(), { key, bound, place, isLast })
    if (isLast) return
  }
}

/** Decrypts the output of `sealChunks`. Throws for another key, and if anything was changed or is missing. */
export async function* openChunks(
  source: AsyncIterable<Uint8Array>,
  key: Buffer,
  bound: Uint8Array,
): AsyncGenerator<Buffer> {
  const sealed = new ByteReader(source)
  for (let place = 0; ; place++) {
    const head = await sealed.take(headBytes)
    const body = head && (await sealed.take(head.readUInt32BE(1)))
    if (!head || !body) throw new Error('the last chunk is missing')
    const isLast = head[0] === 1
    const decipher = createDecipheriv(algorithm, key, nonceOf(place, isLast), { authTagLength: tagBytes })
    decipher.setAAD(bound).setAuthTag(body.subarray(-tagBytes))
    yield Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()])
    if (!isLast) continue
    if (!(await sealed.isAtEnd())) throw new Error('there is more after the last chunk')
    return
  }
}

interface ChunkPlace {
  key: Buffer
  bound: Uint8Array
  place: number
  isLast: boolean
}

function sealChunk(plain: Buffer, { key, bound, place, isLast }: ChunkPlace): Buffer {
  const cipher = createCipheriv(algorithm, key, nonceOf(place, isLast)).setAAD(bound)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(isLast ? 1 : 0)
  head.writeUInt32BE(sealed.length + tagBytes, 1)
  return Buffer.concat([head, sealed, cipher.getAuthTag()])
}

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0)
  nonce.writeUIntBE(place, 6, 6)
  return nonce
}
