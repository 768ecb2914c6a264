/** The limit for a typo: two letters at most, and no more than a quarter of the text. */
const mostEdits = (text: string): number => Math.min(2, Math.floor(text.length / 4))

/** Returns the candidate with the fewest typos, if there is exactly one within the limit. */
export function mostSimilar(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = mostEdits(text) + 1
  let isUnique = true
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) > fewest) continue
    const edits = editsBetween(text, candidate)
    if (edits < fewest) isUnique = true
    else if (edits === fewest) isUnique = false
    if (edits < fewest) [best, fewest] = [candidate, edits]
  }
  return isUnique ? best : undefined
}

/** Returns how many letters have to be inserted, deleted or replaced (Levenshtein 1966). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++)
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (other[j] === one[i] ? 0 : 1)),
      )
    row = next
  }
  return row[other.length] ?? 0
}
