import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { Person } from './newcomer.ts'

/** A terminal in which one command is entered after another. */
export interface Shell {
  /** Returns what the commands print. Throws if one of them fails, or if they take longer than `longestMs`. */
  run(code: string): Promise<string>
  close(): Promise<void>
}

const longestMs = 600_000
const ended = '--- ended ---'
const failed = '--- failed:'

export function openShell({ home, account, environment }: Person, directory: string): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    ...account,
    cwd: directory,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(bash, 'exit')
  let said = ''
  let onOutput = () => {}
  const decoder = new StringDecoder()
  bash.stdout.on('data', (bytes: Buffer) => {
    said += decoder.write(bytes)
    onOutput()
  })
  // Failures are reported separately from the output of a command, even within $( ).
  bash.stdin.write(`exec 2>&1 9>&1; set -E; trap 'echo "${failed} $BASH_COMMAND" >&9' ERR\n`)
  const script = join(home, 'entered.sh')

  return {
    async run(code) {
      said = ''
      await writeFile(script, `${code}\n`)
      const isDone = new Promise<void>((resolve) => {
        onOutput = () => said.includes(ended) && resolve()
      })
      // A command that reads its input must not consume the next command.
      bash.stdin.write(`. ${script} < /dev/null; echo '${ended}'\n`)
      const late = new Promise((resolve) => setTimeout(resolve, longestMs, true).unref())
      const isLate = await Promise.race([isDone, exit.then(() => true), late])
      const printed = said.replace(ended, '').trim()
      if (isLate || printed.includes(failed))
        throw new Error(`${isLate ? 'did not end' : 'failed'}:\n${code}\n\nIt printed:\n${printed}`)
      return printed
    },
    async close() {
      bash.kill('SIGKILL')
      await exit
    },
  }
}
