import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Outcome = { name: string; passed: boolean }

const root = fileURLToPath(new URL('..', import.meta.url))

/** Static checks. Each prints what it finds. */
export function runChecks(): Outcome[] {
  const types = globSync('*/tsconfig.json', { cwd: root })
    .map((path) => path.replace('/tsconfig.json', ''))
    .sort()
  return [
    ...types.map((workspace) =>
      check(`types of ${workspace}`, ['tsc', '-p', workspace, ...incremental(workspace)]),
    ),
    check('lint', ['biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.']),
    check('format', ['biome', 'format', '.']),
    check('import rules', ['node', 'scripts/import-violations.ts']),
  ]
}

/** Caches the results for unchanged files, so that the next check takes seconds. */
const incremental = (workspace: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${workspace}.json`,
]

function check(name: string, [command = '', ...options]: string[]): Outcome {
  const program = command === 'node' ? process.execPath : `node_modules/.bin/${command}`
  const { status, stdout, stderr } = spawnSync(program, options, { cwd: root, encoding: 'utf8' })
  const passed = status === 0
  console.log(`${passed ? '✓' : '✗'} ${name}`)
  if (!passed) console.log(`${stdout}${stderr}`.trimEnd())
  return { name, passed }
}

if (process.argv[1]?.endsWith('check.mjs')) {
  process.exitCode = runChecks().every(({ passed }) => passed) ? 0 : 1
}
