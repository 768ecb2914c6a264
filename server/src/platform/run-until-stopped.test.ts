import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const module = new URL('run-until-stopped.ts', import.meta.url).href

let child: ChildProcessWithoutNullStreams

afterEach(() => child.kill('SIGKILL'))

/**
 * Runs a program that prints `ready` and `stopping`, and needs a line of input to finish. Its work stalls after two checks.
 * Most programs may miss many turns of the event loop, as on a busy machine.
 */
function run(start = '', killAfter = 60): ChildProcessWithoutNullStreams {
  const program = `
    import { once } from 'node:events'
    const { runUntilStopped } = await import('${module}')
    const { StartRefused } = await import('${new URL('start-refused.ts', import.meta.url).href}')
    const { underWatch } = await import('${new URL('watchdog.ts', import.meta.url).href}')
    const never = new Promise(() => {})
    let canRestart = true
    const log = { fatal: (fields, message) => console.error(message) }
    await runUntilStopped(async () => {
      ${start}
      const finishing = once(process.stdin, 'data') // keeps the program alive, as sockets do in the real one
      console.log('ready')
      return {
        log,
        canRestart: async () => canRestart,
        async stop() { console.log('stopping'); await finishing },
      }
    }, { restartAfter: 2, killAfter: ${killAfter} })`
  child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  return child
}

async function lineOf(program: ChildProcessWithoutNullStreams, wanted: string): Promise<void> {
  for await (const line of createInterface(program.stdout)) if (line === wanted) return
}

test('a signal lets the program finish and exits 0', async () => {
  const program = run()
  await lineOf(program, 'ready')
  program.kill('SIGTERM')
  const ended = once(program, 'exit')
  program.stdin.write('done\n')
  expect(await ended).toEqual([0, null])
})

test('a duplicate signal, as Ctrl-C sends under npm, still lets the program finish', async () => {
  const program = run()
  const ended = once(program, 'exit')
  await lineOf(program, 'ready')
  program.kill('SIGINT')
  program.kill('SIGTERM')
  program.stdin.write('done\n')
  expect(await ended).toEqual([0, null])
})

test('a refused start prints its message without a stack trace', async () => {
  const program = run(`throw new StartRefused('port 80 is taken')`)
  const [[code], complaint] = await Promise.all([once(program, 'exit'), text(program.stderr)])
  expect([code, complaint]).toEqual([1, 'port 80 is taken\n'])
})

test('an uncaught error lets the program finish and exit with 1', async () => {
  const program = run(`setTimeout(() => { throw new Error('bug') }, 10)`)
  const ended = once(program, 'exit')
  await lineOf(program, 'stopping')
  program.stdin.write('done\n')
  expect(await ended).toEqual([1, null])
})

test('work that makes no progress lets the program finish and start again in the same process', async () => {
  const program = run(`console.log('started by', process.pid); void underWatch('writer', () => never)`)
  const lines = createInterface(program.stdout)
  const said: string[] = []
  for await (const line of lines) {
    if (line === 'stopping') program.stdin.write('done\n')
    if (said.push(line) === 5) break
  }
  const started = `started by ${program.pid}`
  expect(said).toEqual([started, 'ready', 'stopping', started, 'ready'])
})

test('work that makes progress is never considered stalled, however long it takes', async () => {
  const program = run(`
    void underWatch('writer', () => never)
    const busy = underWatch('import', async (progress) => {
      for (let second = 0; second < 4; second++) await new Promise((next) => setTimeout(() => next(progress()), 900))
    })
    canRestart = false
    void busy.then(() => { canRestart = true })
  `)
  const [complaint] = await Promise.all([once(program.stderr, 'data'), lineOf(program, 'stopping')])
  expect(String(complaint)).not.toContain('import')
})

test('a blocked event loop ends the program', async () => {
  const program = run(`setTimeout(() => { for (;;); }, 10)`, 2)
  const [ended, complaint] = await Promise.all([once(program, 'exit'), text(program.stderr)])
  expect(ended).toEqual([null, 'SIGKILL'])
  expect(complaint).toContain('the event loop was blocked')
})
