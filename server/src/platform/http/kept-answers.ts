import { createKept } from '../kept.ts'
import { compress, type Encoding } from './compress.ts'
import { jsonBytes } from './json-bytes.ts'

/** A long response that is sent repeatedly: serialized and compressed once. */
export class KeptAnswer<Answer> {
  /** JSON in UTF-8. */
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(answer: Answer) {
    this.bytes = jsonBytes(answer)
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const compressed = compress(this.bytes, encoding)
    this.#compressed.set(encoding, compressed)
    // The next request tries again.
    compressed.catch(() => this.#compressed.delete(encoding))
    return compressed
  }
}

/** Such a response can have a megabyte. */
const mostKept = 8

/** Caches the last responses. The key also determines who may see them. */
export function createKeptAnswers<Answer>() {
  const keep = createKept<KeptAnswer<Answer>>(mostKept)
  return (
    asked: { key: string; version: string },
    make: () => Promise<Answer>,
  ): Promise<KeptAnswer<Answer>> => keep(asked, async () => new KeptAnswer(await make()))
}
