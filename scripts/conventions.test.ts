import { homedir } from 'node:os'
import { constants } from '@eot/contract/constants'
import { expect, test } from 'vitest'
import { testFile } from './import-rules.ts'
import { files, root, textOf } from './repository-files.ts'

const code = files.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
const texts = files.filter((path) => /\.(ts|tsx|mjs|css|sql|md|json|html|svg|txt|yml)$|^\.ci\//.test(path))

test('no source file is longer than 300 lines', () => {
  const lengths = code.map((path) => `${textOf(path).split('\n').length - 1} ${path}`)
  expect(lengths.filter((line) => Number.parseInt(line, 10) > 300)).toEqual([])
})

test('each migration has a unique number', () => {
  const numbers = files.flatMap((path) => /^server\/migrations\/(\d+)_/.exec(path)?.[1] ?? [])
  // There are two migrations 0004, which existing installations know by name.
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual(['0004'])
})

test('file and folder names are kebab-case and not generic', () => {
  const vague = /^(utils?|helpers?|common|misc|managers?|handlers?|services?|base|data|info|process|do)$/
  // Names given by Fastify, the architecture and the specification.
  const given =
    /\/(error-handler\.ts|data-table\.(tsx|css)|(live|historical)-sensor-data(-page\.tsx|\.test\.ts|\.nightly\.ts))$/
  const isVague = (path: string) => path.split(/[/._-]/).some((word) => vague.test(word))
  const wrong = code.filter((path) => /[A-Z ]/.test(path) || (isVague(path) && !given.test(path)))
  expect(wrong).toEqual([])
})

test('only tool configuration files have a default export', () => {
  const withDefault = code.filter((path) => /\.tsx?$/.test(path) && /^export default /m.test(textOf(path)))
  expect(withDefault.filter((path) => !path.endsWith('.config.ts'))).toEqual([])
})

test('no test is marked only, skip or todo', () => {
  const switchedOff = new RegExp(`\\b(test|it|describe)\\.(${['only', 'skip', 'todo'].join('|')})\\(`)
  const wrong = code.filter((path) => /\.(test|nightly)\.tsx?$/.test(path) && switchedOff.test(textOf(path)))
  expect(wrong).toEqual([])
})

test('no test waits less than a minute for a condition, which may take as long on a busy machine', () => {
  const tests = files.filter((path) => /\.(test|nightly)\.tsx?$|\/(test|e2e\/src)\//.test(path))
  const waits = tests.flatMap((path) =>
    [...textOf(path).matchAll(/\btimeout: ?[\d_]+|\bvi\.wait(For|Until)\(/g)].map(({ 0: found, index }) => ({
      path,
      text: found.endsWith('(') ? callAt(textOf(path), index) : found,
    })),
  )
  expect(waits.length).toBeGreaterThan(50)
  const isShort = ({ text }: { text: string }) => {
    // Without a timeout, these functions of Vitest wait one second.
    const timeout = /timeout: ?([\d_]+)|,\s*([\d_]+),?\s*\)$|,\s*patience,?\s*\)$/.exec(text)
    const ms = timeout?.[1] ?? timeout?.[2] ?? (timeout ? 'Infinity' : '0')
    return Number(ms.replaceAll('_', '')) < 60_000
  }
  expect(waits.filter(isShort)).toEqual([])
})

test('tests that measure stalls of the event loop run in a separate process', () => {
  const measuring = files.filter(
    (path) => path.endsWith('.test.ts') && /\/(stall-watch|send-hostile|live-attack)\.ts'/.test(textOf(path)),
  )
  expect(measuring).not.toEqual([])
  const config = textOf('vitest.config.ts')
  expect(measuring.filter((path) => !config.includes(`'${path}'`))).toEqual([])
})

test('the product uses every business constant of the specification, and its styles use the fade', () => {
  const product = files.filter((path) => /^(contract|server|web)\/src\/.*\.(ts|tsx|css)$/.test(path))
  const text = product
    .filter((path) => !testFile.test(path))
    .map(textOf)
    .join('\n')
  // Styles cannot import constants, so they repeat the widths.
  const isUsed = ([name, value]: [string, unknown]) =>
    text.includes(`constants.${name}`) || (name.endsWith('Px') && text.includes(`${value}px`))
  expect(Object.entries(constants).filter((one) => !isUsed(one))).toEqual([])
  expect(text).toContain(`--dur-load: ${constants.loadingFadeMs}ms`)
})

test('no SQL statement converts time zones, since the time zone data of the database may be outdated', () => {
  const product = files.filter((path) => /^(server|demo)\/.*\.(ts|sql)$/.test(path) && !testFile.test(path))
  const calculates = /\bat time zone (?!'UTC')|\btimezone\(|\bdate_trunc\([^)]*,[^)]*,|\btimetz\b/i
  expect(product.filter((path) => calculates.test(textOf(path)))).toEqual([])
})

test('rows are inserted only by the feature that owns the table', () => {
  const product = code.filter((path) => /^(server|demo)\/src\//.test(path) && !testFile.test(path))
  const folderOf = (path: string) => /^(.*\/src\/(access|features\/[^/]+)\/|demo\/src\/)/.exec(path)?.[1]
  const owners = new Map(
    product
      .filter((path) => path.endsWith('/tables.ts'))
      .flatMap((path) => {
        const [, composed = ''] = textOf(path).split(/^export .*Tables(?: =)? \{$/m)
        return [...composed.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => [table, folderOf(path)] as const)
      }),
  )
  expect(owners.get('site')).toBe('server/src/features/sites/')
  const wrong = product.flatMap((path) =>
    [...textOf(path).matchAll(/insertInto\('(\w+)'\)|\binsert into (\w+)/g)]
      .map(([, typed, written]) => typed ?? written)
      .filter((table) => owners.has(table) && owners.get(table) !== folderOf(path))
      .map((table) => `${path} inserts into ${table}`),
  )
  expect(wrong).toEqual([])
})

test('decisions are numbered from 1 without gaps or duplicates, and their titles match', () => {
  const decisions = files.filter((path) => path.startsWith('docs/decisions/'))
  const numbered = decisions.map((path) => path.replace(/^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/, '$1'))
  expect(numbered).toEqual(decisions.map((_, index) => String(index + 1).padStart(3, '0')))
  const titled = decisions.map((path) => /^# (\d{3}) \S/.exec(textOf(path))?.[1])
  expect(titled).toEqual(numbered)
})

test('no file contains paths of a particular machine or numbers of issues', () => {
  const localPath = new RegExp(`(?<![\\w.])(${[root, homedir()].join('|')})/|\\.\\./shared\\b`)
  const issueNumber = /\bissue #?\d/i
  // The recordings are outside the repository.
  const replay = /^(e2e|fleet)\/.*building.*\.(test|nightly)\.ts$/
  const wrong = texts
    .filter((path) => path !== 'package-lock.json' && !replay.test(path))
    .filter((path) => {
      const text = textOf(path)
      return issueNumber.test(text) || localPath.test(text)
    })
  expect(wrong).toEqual([])
})

/** The text of the call that begins at this place. */
function callAt(text: string, start: number): string {
  let depth = 0
  for (let end = start; end < text.length; end++) {
    if ('([{'.includes(text.charAt(end))) depth++
    if (')]}'.includes(text.charAt(end)) && --depth === 0) return text.slice(start, end + 1)
  }
  throw new Error('the call has no end')
}
