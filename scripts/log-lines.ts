/** A warning, error or fatal line that the program logs. */
export interface LogLine {
  /** Its text, with "…" for each value in it; undefined if the text comes from elsewhere. */
  text: string | undefined
  path: string
}

const call = /\blog(?:\.(?:warn|error|fatal)|\[[^\]\n]*'(?:warn|error|fatal)'\])\(/g

/** Lists the lines that a source logs as warnings or worse, in order. */
export function listLogLines(path: string, source: string): LogLine[] {
  return [...source.matchAll(call)].map((match) => {
    const given = argumentsAt(source, match.index + match[0].length)
    const text = /(?:^|[,\s])(?:'([^'\n]*)'|`([^`\n]*)`),?\s*$/.exec(given)
    return { text: (text?.[1] ?? text?.[2])?.replaceAll(/\$\{[^}]*\}/g, '…'), path }
  })
}

/** Returns the text up to the parenthesis that closes the call. */
function argumentsAt(source: string, start: number): string {
  let depth = 1
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const character = source[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (`'"\``.includes(character)) quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return source.slice(start, at)
  }
  throw new Error('a call is not closed')
}
