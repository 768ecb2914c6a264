import type { ImportProblem } from './imported.ts'

const fail = (problem: ImportProblem['problem'], about: string): ImportProblem => ({ problem, about })

/**
 * Splits a command into words as bash does: quotes, escapes and line continuations. Nothing is expanded or executed: a
 * variable, a substitution or a second command is refused, since what it stands for is not known.
 */
export function shellWords(text: string): string[] | ImportProblem {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (more: string) => {
    word = (word ?? '') + more
  }
  while (at < text.length) {
    const char = text.charAt(at)
    const expansion = expansionAt(text, at)
    if (expansion !== undefined) return fail('expansion', expansion)
    if (char === '\\') {
      const continued = /^\\\r?\n/.exec(text.slice(at, at + 3))
      if (!continued) add(text.charAt(at + 1))
      at += continued?.[0].length ?? 2
    } else if (char === "'" || text.startsWith("$'", at)) {
      const quoted = char === "'" ? singleQuoted(text, at) : escaped(text, at)
      if (!quoted) return fail('openQuote', text.slice(at, at + 20))
      add(quoted.text)
      at = quoted.end
    } else if (char === '"' || text.startsWith('$"', at)) {
      const quoted = doubleQuoted(text, char === '"' ? at : at + 1)
      if ('problem' in quoted) return quoted
      add(quoted.text)
      at = quoted.end
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (/[|&;<>()]/.test(char)) {
      return fail('operator', char)
    } else {
      add(char)
      at += 1
    }
  }
  return word === undefined ? words : [...words, word]
}

/** `$NAME`, `${…}`, `$(…)` or a backtick. */
const expansionAt = (text: string, at: number): string | undefined =>
  text[at] === '`'
    ? '`'
    : /^\$(?:[A-Za-z_]\w*|[{(][^})]*[})]?|[\d?!#@*$-])/.exec(text.slice(at, at + 80))?.[0]

interface Quoted {
  text: string
  /** After the closing quote. */
  end: number
}

function singleQuoted(text: string, start: number): Quoted | undefined {
  const end = text.indexOf("'", start + 1)
  return end < 0 ? undefined : { text: text.slice(start + 1, end), end: end + 1 }
}

function doubleQuoted(text: string, start: number): Quoted | ImportProblem {
  let result = ''
  let at = start + 1
  while (at < text.length) {
    const char = text.charAt(at)
    const expansion = expansionAt(text, at)
    if (char === '"') return { text: result, end: at + 1 }
    if (expansion !== undefined) return fail('expansion', expansion)
    if (char !== '\\') {
      result += char
      at += 1
      continue
    }
    const next = text.charAt(at + 1)
    if ('"\\$`'.includes(next)) result += next
    else if (next !== '\n') result += `\\${next}`
    at += 2
  }
  return fail('openQuote', text.slice(start, start + 20))
}

const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const escapeSequence = /^\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|([\s\S]))/i

/** `$'…'`, as browsers copy bodies with line breaks. */
function escaped(text: string, start: number): Quoted | undefined {
  let result = ''
  let at = start + 2
  while (at < text.length) {
    if (text[at] === "'") return { text: result, end: at + 1 }
    const match = escapeSequence.exec(text.slice(at, at + 10))
    if (!match) {
      result += text.charAt(at)
      at += 1
      continue
    }
    const [whole, hex, short, long, octal, char = ''] = match
    const digits = hex ?? short ?? long
    const code = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16)
    if (Number.isNaN(code)) result += controls[char] ?? (/["'?\\]/.test(char) ? char : whole)
    else result += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
    at += whole.length
  }
  return undefined
}
