import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { afterAll, expect, inject, test } from 'vitest'
import { allBugs } from './src/planted-bugs/all-bugs.ts'
import type { PlantedBug } from './src/planted-bugs/planted-bug.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const copy = await copyRepository()
afterAll(() => rmSync(copy, { recursive: true }))

/** Set `BUGS='watchdog|email'` to plant only bugs whose description matches this pattern. */
const wanted = new RegExp(process.env.BUGS ?? '')
const bugs = allBugs.filter(({ bug }) => wanted.test(bug))

test.each(bugs.map((planted) => [planted.bug, planted] as const))(
  'a test turns red if %s',
  async (_bug, { file, from, to, ...planted }) => {
    const path = join(copy, file)
    const right = readFileSync(path, 'utf8')
    expect(right.split(from), `${file} contains the code once`).toHaveLength(2)
    writeFileSync(
      path,
      right.replace(from, () => to),
    )
    try {
      expect(await countFailures(planted)).toBeGreaterThan(0)
    } finally {
      writeFileSync(path, right)
    }
  },
)

/** The sources, with the installed packages but their own links between workspaces. */
async function copyRepository(): Promise<string> {
  const folder = await makeTemporaryDirectory()
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(repository, file), join(folder, file))
  const packages = join(repository, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages)) {
    const [from, to] = [join(packages, name), join(folder, 'node_modules', name)]
    if (name === '@eot') cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.')) symlinkSync(from, to)
  }
  return folder
}

/** Runs the tests in the copy, on this run's database server. Throws if no test could run at all. */
async function countFailures({ test: files, named }: Pick<PlantedBug, 'test' | 'named'>): Promise<number> {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const report = join(copy, 'report.json')
  const options = [
    '--project',
    'server',
    '--project',
    'contract',
    '--bail',
    '1',
    '--testTimeout',
    '30000',
    '--reporter',
    'json',
    '--outputFile',
    report,
  ]
  const only = named === undefined ? [] : ['-t', named]
  rmSync(report, { force: true })
  const environment = { ...process.env, TEST_DATABASE_URL: inject('testServer').url, NIGHTLY: undefined }
  await new Promise((resolve) =>
    execFile(
      process.execPath,
      [vitest, 'run', files, ...options, ...only],
      { cwd: copy, env: environment },
      resolve,
    ),
  )
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
  expect(numFailedTests + numPassedTests, 'tests that ran').toBeGreaterThan(0)
  return numFailedTests
}
