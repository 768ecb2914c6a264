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

/**
 * Keeps the last answers. `key` says what was asked for and by whom it may be seen, and `version` is another one after
 * each change of the answer.
 */
export function createKeptAnswers<Answer>() {
  const kept = new Map<string, { version: string; answer: KeptAnswer<Answer> }>()
  return async (
    { key, version }: { key: string; version: string },
    make: () => Promise<Answer>,
  ): Promise<KeptAnswer<Answer>> => {
    const known = kept.get(key)
    const answer =
      known?.version === version ? known.answer : await make().then((made) => new KeptAnswer(made))
    // Last, as the one asked for last.
    kept.delete(key)
    kept.set(key, { version, answer })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > mostKept) kept.delete(oldest)
    return answer
  }
}
