import type { ImportProblem } from './imported.ts'

/** curl options that affect the request. */
type Meaning =
  | 'method'
  | 'header'
  | 'data'
  | 'rawData'
  | 'encodedData'
  | 'json'
  | 'form'
  | 'formString'
  | 'user'
  | 'bearer'
  | 'cookie'
  | 'url'
  | 'query'
  | 'userAgent'
  | 'referer'
  | 'get'
  | 'head'
  | 'digest'
  | 'insecure'

/** Without a meaning: it only says how curl itself behaves. */
interface Option {
  meaning?: Meaning
  hasValue: boolean
}

const means = (meaning: Meaning, hasValue = true): Option => ({ meaning, hasValue })
const ignored: Option = { hasValue: false }
const ignoredWithValue: Option = { hasValue: true }

const table: readonly (readonly [names: string, Option])[] = [
  ['-X --request', means('method')],
  ['-H --header', means('header')],
  ['-d --data --data-ascii --data-binary', means('data')],
  ['--data-raw', means('rawData')],
  ['--data-urlencode', means('encodedData')],
  ['--json', means('json')],
  ['-F --form', means('form')],
  ['--form-string', means('formString')],
  ['-u --user', means('user')],
  ['--oauth2-bearer', means('bearer')],
  ['-b --cookie', means('cookie')],
  ['--url', means('url')],
  ['--url-query', means('query')],
  ['-A --user-agent', means('userAgent')],
  ['-e --referer', means('referer')],
  ['-G --get', means('get', false)],
  ['-I --head', means('head', false)],
  ['--digest', means('digest', false)],
  ['-k --insecure', means('insecure', false)],
  [
    '-s --silent -S --show-error -v --verbose -i --include --show-headers -L --location -f --fail --fail-with-body -# --progress-bar --no-progress-meter -N --no-buffer -g --globoff -q --disable --compressed --basic --http1.1 --http2 -4 --ipv4 -6 --ipv6 --path-as-is --tlsv1.2 --tlsv1.3',
    ignored,
  ],
  [
    '-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -D --dump-header --trace-ascii -y --speed-time -Y --speed-limit',
    ignoredWithValue,
  ],
]

const options: ReadonlyMap<string, Option> = new Map(
  table.flatMap(([names, option]) => names.split(' ').map((name) => [name, option] as const)),
)

/** The parsed command, with parts in their order. */
export interface CurlCommand {
  given: { meaning: Meaning; value: string }[]
  /** Options that only affect how curl itself behaves. */
  ignored: string[]
}

/** Parses the words after `curl`. Options can be joined, as in `-sXPOST`. */
export function curlOptions(words: readonly string[]): CurlCommand | ImportProblem {
  const command: CurlCommand = { given: [], ignored: [] }
  const rest = [...words]
  let isOver = false
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (isOver || !word.startsWith('-') || word === '-') command.given.push({ meaning: 'url', value: word })
    else if (word === '--') isOver = true
    else {
      const problem = word.startsWith('--') ? take(word) : takeShort(word.slice(1))
      if (problem) return problem
    }
  }
  return command

  function take(name: string, joined?: string): ImportProblem | undefined {
    const option = options.get(name)
    if (!option) return { problem: 'unknownOption', about: name }
    const value = option.hasValue ? (joined ?? rest.shift()) : ''
    if (value === undefined) return { problem: 'missingValue', about: name }
    if (option.meaning) command.given.push({ meaning: option.meaning, value })
    else command.ignored.push(name)
    return undefined
  }

  function takeShort(letters: string): ImportProblem | undefined {
    for (let at = 0; at < letters.length; at += 1) {
      const name = `-${letters[at]}`
      const joined = letters.slice(at + 1) || undefined
      const problem = take(name, joined)
      if (problem || options.get(name)?.hasValue) return problem
    }
    return undefined
  }
}
