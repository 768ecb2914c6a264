import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Outcome = { name: string; passed: boolean }

const root = fileURLToPath(new URL('..', import.meta.url))

/** Static checks. Each prints what it finds. */
export function runChecks(): Outcome[] {
  return [
    // Checked together, since each of these workspaces imports most of the server.
    check('types of all but web', ['tsc', '-p', 'tsconfig.node.json', ...incremental('node')]),
    check('types of web', ['tsc', '-p', 'web', ...incremental('web')]),
    check('lint', ['biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.']),
    check('format', ['biome', 'format', '.']),
    check('import rules', ['node', 'scripts/import-violations.ts']),
  ]
}

/** Caches the results for unchanged files, so that the next check takes seconds. */
const incremental = (name: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.json`,
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
