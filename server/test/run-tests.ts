import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))

/** Runs tests of a project in another process. Returns their output if one fails, otherwise an empty string. */
export const runTests = (project: string, chosen: readonly string[], environment: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [vitest, 'run', '--project', project, '--reporter', 'dot', ...chosen],
      { cwd: root, maxBuffer: 100_000_000, env: { ...process.env, NIGHTLY: undefined, ...environment } },
      (error, said, complained) => resolve(error ? said + complained : ''),
    ),
  )
