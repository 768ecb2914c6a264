import { macPartOf } from '@eot/contract/mac'

/** A text to search for, in the forms that the indexes need. */
export interface SearchText {
  /** The prefix of matching names, in lower case. */
  prefix: string
  /** Text search query for names that contain a word with each of these beginnings; null without any word. */
  words: string | null
  /** Part of a hardware address; null if the text cannot be one. */
  mac: string | null
}

export function searchTextOf(text: string): SearchText {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    prefix: text.trim().toLowerCase(),
    words: words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null,
    mac: macPartOf(text),
  }
}
