import { gzipText } from './gzip-text.ts'

/** A long answer that is sent again and again: serialized and compressed once. */
export class KeptAnswer<Answer> {
  readonly text: string
  #gzipped: Promise<Buffer> | undefined

  constructor(answer: Answer) {
    this.text = JSON.stringify(answer)
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= gzipText(this.text)
    return this.#gzipped
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
