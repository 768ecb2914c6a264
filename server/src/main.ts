import { announceStart } from './announce-start.ts'
import { parseConfig } from './config.ts'
import { createLog } from './platform/log.ts'
import { runUntilStopped } from './platform/run-until-stopped.ts'
import { startProgram } from './program.ts'

await runUntilStopped(async () => {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  const program = await startProgram(config, log)
  announceStart(config, program)
  return { log, stop: program.stop }
})
