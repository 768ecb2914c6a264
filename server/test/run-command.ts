import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { launchProgram } from './child-program.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

/**
 * Runs a command of `server/src/program` as an operator would, but without a terminal. Returns its exit code and output.
 */
export async function runCommand(name: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const script = fileURLToPath(new URL(`../src/program/${name}.ts`, import.meta.url))
  const command = launchProgram({ dataDir, environment, script, args })
  return { code: (await command.ended).code, said: command.said.join('\n') }
}
