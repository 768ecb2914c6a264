import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { later } from '../web/src/texts/en/later.ts'
import { listImports, readWorkspaces } from './import-graph.ts'
import { files, root, textOf } from './repository-files.ts'

const web = files.filter((path) => /^web\/src\/.*\.tsx?$/.test(path))
const imports = Map.groupBy(listImports(root, web, readWorkspaces(root)), ({ from }) => from)

/** The names of the files that a file loads after all texts. */
const loadedAfterTexts = (from: string) =>
  [...textOf(from).matchAll(/lazyAfterTexts\(\s*async \(\) => \(await import\('([^']+)'\)/g)].map(
    ([, path = '']) => basename(path),
  )

/** What `page-route.ts` and `lazyAfterTexts` load after all texts. */
const isLoadedAfterTexts = (from: string, to: string) =>
  (/\/(account-)?routes\.tsx?$/.test(from) && /-page\.tsx$/.test(to)) ||
  loadedAfterTexts(from).includes(basename(to)) ||
  from.startsWith('web/src/texts/')

/** The pages of `page-parts.ts` that need no more texts but are not imported there. */
const pages = ['features/auth/loading', 'app/status/timeout', 'app/status/site-not-found']

/** Files that may run before all texts have been loaded. */
function findFirstFiles(): Set<string> {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const { to, typeOnly } of imports.get(file) ?? []) {
      if (!typeOnly && !isLoadedAfterTexts(file, to)) add(to)
    }
  }
  add('web/src/main.ts')
  for (const page of pages) add(`web/src/${page}-page.tsx`)
  return new Set([...found].filter((file) => web.includes(file)))
}

test('code that may run before all texts have been loaded uses only the first ones', () => {
  const first = findFirstFiles()
  expect(first).toContain('web/src/features/alerts/hours-menu.tsx')
  expect(first).not.toContain('web/src/features/users/users-page.tsx')
  const laterText = new RegExp(`['"\`](${Object.keys(later).join('|')})\\.[\\w.$\{}]+`, 'g')
  const wrong = [...first].flatMap((file) =>
    [...textOf(file).matchAll(laterText)].map(([text]) => `${file} uses ${text.slice(1)}`),
  )
  expect(wrong).toEqual([])
})
