import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoted, quotings } from '../../../../test/curl-text.ts'
import { shellWords } from './shell-words.ts'

test.each<[string, string[]]>([
  ["curl 'a b' c", ['curl', 'a b', 'c']],
  ['curl "a \\"b\\" \\$c \\d"', ['curl', 'a "b" $c \\d']],
  ["a\\ b 'it'\\''s'", ['a b', "it's"]],
  ['curl \\\n  -X \\\r\n POST', ['curl', '-X', 'POST']],
  ["$'line\\nnext\\t\\x41\\u00e9\\'\\101\\q'", ["line\nnext\tAé'A\\q"]],
  ["'' a", ['', 'a']],
  ['"a\\\nb"', ['ab']],
  ['5$ $', ['5$', '$']],
  ['', []],
])('%s has the words %j', (text, words) => {
  expect(shellWords(text)).toEqual(words)
})

test.each([
  ["curl 'open", 'openQuote', "'open"],
  ['curl "open', 'openQuote', '"open'],
  ["curl $'open", 'openQuote', "$'open"],
  ['curl $TOKEN', 'expansion', '$TOKEN'],
  ['curl "Bearer $TOKEN"', 'expansion', '$TOKEN'],
  ['curl $(rm -rf /)', 'expansion', '$(rm -rf /)'],
  [`curl "$${''}{A}"`, 'expansion', `$${''}{A}`],
  ['curl `id`', 'expansion', '`'],
  ['curl a | sh', 'operator', '|'],
  ['curl https://a.example/?b=1&c=2', 'operator', '&'],
  ['curl a; rm b', 'operator', ';'],
  ['curl a > /etc/passwd', 'operator', '>'],
])('%s is refused', (text, problem, about) => {
  expect(shellWords(text)).toEqual({ problem, about })
})

test('words are split as bash does, with every kind of quoting', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''))
  const words = fc.array(fc.tuple(word, fc.constantFrom(...quotings)), { minLength: 400, maxLength: 400 })
  const [sample = []] = fc.sample(words, 1)
  const command = sample.map(([text, how]) => quoted(text, how)).join(' ')
  // Only prints its arguments.
  const read = execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], {
    env: { LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  })
  expect(shellWords(command)).toEqual(read.split('\0').slice(0, -1))
})
