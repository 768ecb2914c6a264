import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { drillSection, listCommandBlocks } from '../scripts/document-blocks.ts'
import { textOf } from '../scripts/repository-files.ts'
import { useBrowser } from './src/browser.ts'
import { checks } from './src/drill/checks.ts'
import { makeNewcomer } from './src/drill/newcomer.ts'
import { openShell } from './src/drill/shell.ts'

/** What the section asks for at its beginning. */
const programs = ['npm', 'curl', 'jq', 'openssl', 'nginx', 'mosquitto', 'mosquitto_pub', 'mosquitto_passwd']
const isMissing = (name: string) =>
  spawnSync('sh', ['-c', `PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin command -v ${name}`]).status !== 0
const missing = [
  ...programs.filter(isMissing),
  ...(existsSync('/usr/lib/postgresql/15/lib/citus.so') ? [] : ['Citus for PostgreSQL 15']),
]
const title = missing.length > 0 ? ` (without ${missing.join(', ')})` : ''

const steps = listCommandBlocks(textOf('docs/operations.md')).filter(
  ({ section, notRun }) => section === drillSection && notRun === undefined,
)
const visit = useBrowser()

test.skipIf(missing.length > 0)(
  `the operations manual alone leads from nothing to three nodes with TLS, and through their life${title}`,
  async () => {
    const newcomer = makeNewcomer()
    onTestFinished(newcomer.leave)
    const shell = openShell(newcomer, newcomer.clone)
    onTestFinished(shell.close)
    const drill = {
      home: newcomer.home,
      run: shell.run,
      openPage: () => visit({ ignoreHTTPSErrors: true }),
    }
    const counts = new Map<string, number>()
    for (const { step, code, line, prints } of steps) {
      const startedAt = performance.now()
      const printed = await shell.run(
        code.replace(
          'npm ci && npm run release',
          'mkdir release && cp /work/wt/drill/release/*.tar.gz release/',
        ),
      )
      if (prints !== undefined) expect(printed, `printed at line ${line}`).toMatch(patternOf(prints))
      const count = counts.get(step) ?? 0
      counts.set(step, count + 1)
      const check = checks[step]?.[count]
      if (!check) throw new Error(`the result of the commands at line ${line} is not checked`)
      await check(drill)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      process.stdout.write(`${step}, line ${line}: ${seconds} s\n`)
    }
    const expected = Object.entries(checks).map(([step, { length }]) => [step, length])
    expect([...counts]).toEqual(expected)
  },
)

/** What is printed may begin with more, such as progress. "…" stands for anything. */
const patternOf = (prints: string) =>
  new RegExp(
    `(^|\n)${prints
      .split('…')
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('[^]*')}$`,
  )
