import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.ts'
import { buildPortal } from './portal-build.ts'
import { runChecks } from './run-checks.ts'
import { type Counts, countTests } from './test-counts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Plants bugs one by one, each of which must turn a test red. */
const isPlanting = process.argv.includes('--planted')
const isNightly = isPlanting || process.argv.includes('--nightly')
/** If files or folders are given, only their tests run, without the static checks. */
const given = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const only = isPlanting ? ['e2e/planted-bugs.nightly.ts'] : given

const counts: Counts = { passed: 0, failed: 0, skipped: [] }

if (!isNightly && only.length === 0) for (const { passed } of runChecks()) count(passed)
if (!(await buildPortal())) count(false)
const chromium = provideChromium()
// Without Chromium, the tests that cannot run count as one failure.
if (!chromium) count(false)

const projects = isNightly
  ? ['nightly']
  : [
      'scripts',
      'contract',
      'event-loop',
      'server',
      'fleet',
      'demo',
      'web',
      'web-session',
      ...(chromium ? ['e2e'] : []),
    ]
const result = await runVitest(projects)
counts.passed += result.passed
counts.failed += result.failed
counts.skipped.push(...result.skipped)

if (!chromium) console.log('The browser tests were not run because Chromium is missing (see above).')
for (const name of counts.skipped) console.log(`skipped: ${name}`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

function count(passed: boolean): void {
  if (passed) counts.passed++
  else counts.failed++
}

async function runVitest(names: string[]): Promise<Counts> {
  const directory = mkdtempSync(join(tmpdir(), 'eot-results-'))
  const file = join(directory, 'results.json')
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const options = [
    'run',
    ...only,
    // A folder without tests of its kind is no failure, but a file that does not exist is one.
    ...(only.length === 0 ? ['--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const run = spawn(process.execPath, [vitest, ...options, ...names.flatMap((name) => ['--project', name])], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }), ...(isNightly && { NIGHTLY: '1' }) },
  })
  const [status] = await once(run, 'exit')
  const counts = existsSync(file) ? countTests(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  rmSync(directory, { recursive: true })
  // A failed run without a failed test is an error outside the tests.
  return counts && (status === 0 || counts.failed > 0)
    ? counts
    : { passed: 0, skipped: [], ...counts, failed: 1 }
}
