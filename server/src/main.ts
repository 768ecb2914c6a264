import { createLog } from './platform/log.ts'
import { runUntilStopped } from './platform/run-until-stopped.ts'
import { announceStart } from './program/announce-start.ts'
import { parseConfig } from './program/config.ts'
import { startProgram } from './program/start-program.ts'

await runUntilStopped(async () => {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  const program = await startProgram(config, log)
  announceStart(config, program)
  return { log, stop: program.stop, canRestart: program.canRestart }
})
