import { compareTexts } from '../../texts/lists.ts'
/** A part of a text, and whether it is what was searched for. */
export interface TextPart {
  text: string
  found: boolean
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each searched word begins a word of the text. */
export function matches(text: string, search: string): boolean {
  const words = wordsIn(text)
  return wordsIn(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** Texts that begin with the search come first, then shorter ones. */
export function byRank(search: string) {
  const wanted = search.trim().toLowerCase()
  const rank = (text: string) => (text.toLowerCase().startsWith(wanted) ? 0 : 1)
  return (one: string, other: string) =>
    rank(one) - rank(other) || one.length - other.length || compareTexts(one, other)
}

/** Splits a text at the beginnings of words that were searched for. */
export function markedParts(text: string, search: string): TextPart[] {
  const wanted = wordsIn(search).toSorted((one, other) => other.length - one.length)
  if (wanted.length === 0) return [{ text, found: false }]
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const beginning = wanted.find((one) => word.toLowerCase().startsWith(one))
    if (beginning === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index), found: false })
    end = index + beginning.length
    parts.push({ text: text.slice(index, end), found: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), found: false })
  return parts
}
