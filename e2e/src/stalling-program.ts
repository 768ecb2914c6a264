import { existsSync, rmSync } from 'node:fs'
import { createLog } from '@eot/server/platform/log'
import { runUntilStopped } from '@eot/server/platform/run-until-stopped'
import { announceStart } from '@eot/server/program/announce-start'
import { parseConfig } from '@eot/server/program/config'
import { startProgram } from '@eot/server/program/start-program'
import pg from 'pg'

// Runs the program, but a statement that matches STALLED_STATEMENT is never answered. It is armed by a file, which is
// removed when that happens, so that the program works again after its restart.
const statement = new RegExp(process.env.STALLED_STATEMENT ?? '^$')
const armed = process.env.STALL_FILE ?? ''
const restartAfter = Number(process.env.STALL_CHECKS)

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }]
    const text = typeof first === 'string' ? first : (first?.text ?? '')
    if (!statement.test(text) || !existsSync(armed)) return query.apply(this, given)
    rmSync(armed)
    return new Promise(() => undefined)
  },
})

await runUntilStopped(
  async () => {
    const config = parseConfig(process.env)
    const log = createLog(config.logLevel)
    const program = await startProgram(config, log)
    announceStart(config, program)
    return { log, stop: program.stop, canRestart: program.canRestart }
  },
  { restartAfter, killAfter: 60 },
)
