import { createKept } from '../kept.ts'
import { compressText, type Encoding } from './compress-text.ts'

/** A long answer that is sent again and again: serialized and compressed once. */
export class KeptAnswer<Answer> {
  readonly text: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(answer: Answer) {
    this.text = JSON.stringify(answer)
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressText(this.text, encoding)
    this.#compressed.set(encoding, known)
    return known
  }
}

/** Such an answer can have a megabyte. */
const mostKept = 8

/** Keeps the last answers. The key also says by whom they may be seen. */
export function createKeptAnswers<Answer>() {
  const keep = createKept<KeptAnswer<Answer>>(mostKept)
  return (
    asked: { key: string; version: string },
    make: () => Promise<Answer>,
  ): Promise<KeptAnswer<Answer>> => keep(asked, async () => new KeptAnswer(await make()))
}
