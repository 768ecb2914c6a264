import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** A checkout with the real launcher, but a bundler and a program of a few lines. */
let root: string

const bundler = `
import { appendFileSync, mkdirSync, existsSync } from 'node:fs'
if (existsSync('broken')) process.exit(1)
mkdirSync('dist', { recursive: true })
appendFileSync('dist/builds', 'x')
`

const program = `
const { DEMO, DATA_DIR } = process.env
process.on('SIGTERM', () => process.exit(7))
console.log('program', JSON.stringify({ DEMO, DATA_DIR }))
if (process.env.WAIT) setInterval(() => undefined, 1000)
else process.exitCode = 5
`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'eot-launch-'))
  for (const name of ['node-version.mjs', 'start.mjs', 'launch.ts', 'portal-build.ts']) {
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(root, 'scripts', name))
  }
  write('package.json', '{"type":"module"}')
  write('package-lock.json', '{}')
  write('contract/src/sites.ts', '')
  write('docs/guide/on-duty.md', '')
  write('docs/images/alert.png', '')
  write('web/package.json', '{}')
  write('web/src/main.ts', '')
  write('node_modules/vite/package.json', '{"type":"module"}')
  write('node_modules/vite/bin/vite.js', bundler)
  write('server/src/main.ts', program)
  write('demo/src/main.ts', program.replace('program', 'demonstration'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function launch(options: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { DEMO, DATA_DIR, ...inherited } = process.env
  return spawn(process.execPath, ['scripts/start.mjs', ...options], {
    cwd: root,
    env: { ...inherited, ...env },
  })
}

async function launchToEnd(...given: Parameters<typeof launch>): Promise<{ code: number; output: string }> {
  const child = launch(...given)
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, output }
}

function countBuilds(): number {
  const builds = join(root, 'web/dist/builds')
  return existsSync(builds) ? readFileSync(builds, 'utf8').length : 0
}

describe('the portal', () => {
  test('is built at the first start and not rebuilt while nothing changes', async () => {
    const first = await launchToEnd()
    expect(first.output).toMatch(/^building the portal …\nbuilt the portal in [\d.]+ s\n/)
    const second = await launchToEnd()
    expect(second.output).not.toContain('the portal')
    expect(countBuilds()).toBe(1)
  })

  test.each([
    'web/src/new.tsx',
    'web/package.json',
    'contract/src/sites.ts',
    'docs/guide/on-duty.md',
    'package-lock.json',
  ])('is rebuilt after a change of %s', async (path) => {
    await launchToEnd()
    write(path, '{ }')
    await launchToEnd()
    expect(countBuilds()).toBe(2)
  })

  test('is not rebuilt when only a test changed', async () => {
    await launchToEnd()
    write('web/src/main.test.tsx', 'changed')
    await launchToEnd()
    expect(countBuilds()).toBe(1)
  })

  test('aborts the start if it cannot be built, and the next start tries again', async () => {
    await launchToEnd()
    write('web/src/main.ts', 'changed')
    write('web/broken', '')
    const failed = await launchToEnd()
    expect(failed.code).toBe(1)
    expect(failed.output).not.toContain('DATA_DIR')
    rmSync(join(root, 'web/broken'))
    expect((await launchToEnd()).output).toContain('built the portal')
  })
})

describe('the program', () => {
  test('passes its exit code to the launcher', async () => {
    expect((await launchToEnd()).code).toBe(5)
  })

  test('receives the signals sent to the launcher', async () => {
    const child = launch([], { WAIT: '1' })
    child.stdout.on('data', (chunk) => String(chunk).includes('{') && child.kill('SIGTERM'))
    expect(await once(child, 'exit')).toEqual([7, null])
  })

  test('runs the demo in ./data-demo, unless DATA_DIR is set', async () => {
    const { output } = await launchToEnd(['--demo'])
    expect(output).toContain('demonstration {"DEMO":"1","DATA_DIR":"./data-demo"}')
    const named = await launchToEnd(['--demo'], { DATA_DIR: 'elsewhere' })
    expect(named.output).toContain('demonstration {"DEMO":"1","DATA_DIR":"elsewhere"}')
  })

  test('runs the demo only if the setting DEMO is true', async () => {
    expect((await launchToEnd([], { DEMO: 'true' })).output).toContain('demonstration {"DEMO":"true"}')
    expect((await launchToEnd([], { DEMO: '0' })).output).toContain('program {"DEMO":"0"}')
  })
})

test('on a Node.js that cannot run TypeScript, an error says what to do', async () => {
  const version = new URL('node-version.mjs', import.meta.url).href
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } }); await import('${version}')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', pretend])
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect(code).toBe(1)
  expect(complaint).toMatch(
    /^This program needs Node\.js 22\.19 or later, but runs on 20\.20\.2\. Start it by npm/,
  )
})
