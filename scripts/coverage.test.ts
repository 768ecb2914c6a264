import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/coverage.md', root), 'utf8')

type Row = { no: string; state: string; files: string[]; tests: { file: string; title: string }[] }

const rows = page.split('\n').flatMap((line): Row[] => {
  const [, no, , state = '', where = '', shownBy = ''] = line.split('|').map((cell) => cell.trim())
  if (no === undefined || !/^(\d\.|B|D\d\.)\d+$/.test(no)) return []
  const tests = [...shownBy.matchAll(/`([^`]+)` (.*?)(?=<br>|$)/g)]
  return [
    {
      no,
      state: state.replace(/:.*/, ''),
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      tests: tests.map(([, file = '', title = '']) => ({ file, title })),
    },
  ]
})

const exists = (file: string) => existsSync(new URL(file, root))

test('each line of coverage.md says whether it is built, and where', () => {
  expect(rows.length).toBeGreaterThan(300)
  const wrong = rows.filter(({ state, files, tests }) =>
    state === 'not yet'
      ? files.length + tests.length > 0
      : !['built', 'partly'].includes(state) || files.length === 0,
  )
  expect(wrong).toEqual([])
})

test('every built line of coverage.md names a test', () => {
  expect(rows.filter(({ state, tests }) => state === 'built' && tests.length === 0)).toEqual([])
})

test('coverage.md has a row for each behavior, B1 to B48', () => {
  const numbers = rows.flatMap(({ no }) => (no.startsWith('B') ? [no] : []))
  expect(numbers).toEqual(Array.from({ length: 48 }, (_, at) => `B${at + 1}`))
})

test('coverage.md numbers its lines without gaps and counts them correctly', () => {
  const numbers = rows.flatMap(({ no }) => (no.startsWith('B') ? [] : [no.split('.')]))
  for (const [index, [section, number]] of numbers.entries()) {
    const [sectionBefore, before] = numbers[index - 1] ?? []
    expect(Number(number), `${section}.${number}`).toBe(section === sectionBefore ? Number(before) + 1 : 1)
  }
  for (const [name, isMeant] of [
    ['Specification', (no: string) => /^\d/.test(no)],
    ['Decisions', (no: string) => no.startsWith('D')],
    ['Behaviors', (no: string) => no.startsWith('B')],
  ] as const) {
    const counts = ['built', 'partly', 'not yet'].map(
      (state) => rows.filter((row) => isMeant(row.no) && row.state === state).length,
    )
    expect(page).toContain(`| ${name} | ${counts.join(' | ')} |`)
  }
})

test('every file named in coverage.md exists', () => {
  const named = rows.flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)])
  expect([...new Set(named)].filter((file) => !exists(file))).toEqual([])
})

test('every test named in coverage.md is in its file', () => {
  const isIn = ({ file, title }: Row['tests'][number]) => {
    const text = exists(file) ? readFileSync(new URL(file, root), 'utf8') : ''
    return ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
  }
  const named = rows.flatMap(({ no, tests }) => tests.map((one) => ({ no, ...one })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((one) => !isIn(one))).toEqual([])
})
