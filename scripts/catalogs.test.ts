import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { auditActions } from '../server/src/access/audit-actions.ts'
import { ratingTypesToWire } from '../server/src/features/ratings/types.wire.ts'
import { reportPhrases } from '../server/src/texts/es/report-phrases.ts'
import { textsIn } from '../server/src/texts/texts.ts'
import { chapters } from '../web/src/features/help/guide/chapters.ts'
import { en } from '../web/src/texts/en.ts'
import { pages } from '../web/src/texts/es/pages.ts'
import { sites } from '../web/src/texts/es/sites.ts'
import { spelled } from '../web/src/texts/es/spelled.ts'
import { files, textOf } from './repository-files.ts'

type Tree = { readonly [key: string]: unknown }

/** Returns the texts of a catalog by key, such as `imports.about_one`. Functions are texts with placeholders. */
function textsOf(tree: unknown, key = ''): [key: string, text: unknown][] {
  if (typeof tree !== 'object' || tree === null) return [[key, tree]]
  return Object.entries(tree as Tree).flatMap(([name, part]) =>
    textsOf(part, key === '' ? name : `${key}.${name}`),
  )
}

const sources = (folder: RegExp) =>
  files.filter((path) => folder.test(path) && /\.tsx?$/.test(path) && !/\.(test|nightly)\./.test(path))

interface Literal {
  /** The text around the placeholders of a template; one part for a plain text. */
  parts: readonly string[]
  path: string
}

/** Finds the string literals in these files. */
function literalsIn(paths: readonly string[]): Literal[] {
  return paths.flatMap((path) => {
    const found: Literal[] = []
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') found.push({ parts: [value], path })
      },
      TemplateLiteral({ quasis }) {
        found.push({ parts: quasis.map(({ value }) => value.cooked ?? value.raw), path })
      },
    }).visit(parseSync(path, textOf(path)).program)
    return found
  })
}

const plural = /_(zero|one|other)$/
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('every text of the portal is used', () => {
  const literals = literalsIn(sources(/^web\/(src\/(?!texts\/(en|es)\/)|first-view\.ts)/))
  const exact = new Set(literals.map(({ parts }) => parts.join('\0')))
  // Templates count only if they begin with the name of a part of the catalog.
  const names = Object.keys(en).join('|')
  const templates = literals
    .filter(({ parts }) => parts.length > 1 && new RegExp(`^(${names})\\.`).test(parts[0] ?? ''))
    .map(({ parts }) => new RegExp(`^${parts.map(literally).join('.+')}$`))
  const html = textOf('web/index.html')
  /** Also true for a whole group, such as `history.fields`. */
  const isNamed = (key: string) =>
    key.split('.').some((_, index, parts) => index > 0 && exact.has(parts.slice(0, index + 1).join('.')))
  const isUsed = (key: string) =>
    isNamed(key) || templates.some((template) => template.test(key)) || html.includes(`{{${key}}}`)
  const unused = textsOf(en)
    .map(([key]) => key.replace(plural, ''))
    .filter((key) => !isUsed(key))
  expect([...new Set(unused)]).toEqual([])
})

test('every page has a name in Spanish, and no name is without a page', () => {
  const paths = sources(/^web\/src\/(app|features)\//)
    .filter((path) => /\/routes\.tsx?$/.test(path))
    .flatMap((path) => literalsIn([path]))
    .flatMap(({ parts }) => (parts.length === 1 && parts[0]?.startsWith('/') ? [parts[0]] : []))
  const parts = new Set([
    ...paths.flatMap((path) => path.split('/').filter((part) => /^[a-z-]{2,}$/.test(part))),
    ...chapters,
  ])
  const exempt = new Set(['portal', 'test', 'components', 'status-pages'])
  expect([...parts].filter((part) => !(part in pages) && !exempt.has(part))).toEqual([])
  expect(Object.keys(pages).filter((part) => !parts.has(part))).toEqual([])
})

test('every action of the audit log has a Spanish text', () => {
  const worded = new Set([...Object.keys(en.history.actions), ...Object.keys(spelled.actions)])
  const actions = new Set(Object.keys(auditActions))
  expect([...actions].filter((action) => !worded.has(action))).toEqual([])
  expect(Object.keys(spelled.actions).filter((action) => !actions.has(action))).toEqual([])
})

test('standards and their sources are translated into Spanish, apart from proper names', () => {
  const shown = new Set([
    ...ratingTypesToWire().flatMap(({ Standards }) =>
      Standards.flatMap(({ Name, Quantities }) => [Name, ...Quantities.map(({ Source }) => Source)]),
    ),
    ...Array.from(
      textOf('web/src/domain/sensors/bands.ts').matchAll(/(?<=source: ')[^']+/g),
      ([source]) => source,
    ),
  ])
  const untranslated = [...shown].filter((text) => !Object.hasOwn(spelled.standards, text))
  expect(untranslated.toSorted()).toEqual([
    'ASR A3.6, WELL',
    'Bosch IAQ',
    'EN 16798-1',
    'EPA 2024',
    'ISO 7730',
    'UBA',
    'US EPA',
  ])
  expect(Object.keys(spelled.standards).filter((text) => !shown.has(text))).toEqual([])
  expect(spelled.standards).toMatchObject({
    'WHO 2021': sites.choice.WHO,
    'UBA and ASR': sites.choice.UBA,
    'Indoor targets': sites.choice.Indoor,
  })
})

test('every text that the server writes is used', () => {
  const code = sources(/^server\/src\/(?!texts\/)/)
    .map(textOf)
    .join('\n')
  const keys = textsOf(textsIn('en')).map(([key]) => key)
  expect(keys.length).toBeGreaterThan(100)
  // Types check that a key exists; a key that no file mentions is unused.
  const unused = keys.filter((key) => !new RegExp(`\\b${key.split('.').at(-1)}\\b`).test(code))
  expect(unused).toEqual([])
  expect(textsOf(textsIn('es')).map(([key]) => key)).toEqual(keys)
})

const ofReports = sources(/^server\/src\/features\/reports\//)

test('every phrase of a report has a Spanish translation, and every translation belongs to a phrase', () => {
  const { name, phrase } = textsIn('es').reports
  const literals = literalsIn(ofReports.filter((path) => /\/sections\/|incident-facts|headline/.test(path)))
  // Phrases are the texts with a space between or beside words. Single words are checked by reports.test.ts.
  const phrases = literals
    .filter(({ parts }) => parts.length === 1)
    .map(({ parts: [text = ''] }) => text)
    .filter((text) => /[a-z]/i.test(text) && text.includes(' ') && !text.startsWith('/'))
  expect(phrases.length).toBeGreaterThan(60)
  expect([...new Set(phrases)].filter((text) => phrase(text) === text && name(text) === text)).toEqual([])
  const code = ofReports.map(textOf).join('\n')
  const isSaid = (text: string) => code.includes(text) || filled.has(text)
  expect(Object.keys(reportPhrases).filter((text) => !isSaid(text))).toEqual([])
})

/** Phrases with a constant in them. */
const filled = new Set([
  ' now. At most 20 are listed',
  'More alerts than in the same hour of the 8 weeks before; by chance in fewer than 1 of 100 hours',
])

test('numbers, dates and names are formatted and sorted in the language shown', () => {
  const direct =
    /\.toLocaleString\(|new Intl\.(NumberFormat|ListFormat|Collator)\(|localeCompare\([^)]*(Name|name)/
  const wrong = sources(/^web\/src\/(?!texts\/)/).filter((path) => direct.test(textOf(path)))
  // Reads and writes numbers in any locale.
  expect(wrong.filter((path) => path !== 'web/src/lib/numbers.ts')).toEqual([])
})
