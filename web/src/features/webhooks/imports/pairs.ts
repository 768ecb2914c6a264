export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The content is encoded, the name before `=` is not. */
export function encodedPair(given: string): string {
  if (!given.includes('=')) return encodeURIComponent(given)
  const [name, content] = splitAt(given, '=')
  return name === '' ? encodeURIComponent(content) : `${name}=${encodeURIComponent(content)}`
}

export function splitAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
