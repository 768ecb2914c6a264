// The thread of `startLoopGuard`. Not TypeScript, since the compiler would be loaded a second time, with 25 MB.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** `turns` counts the turns of the event loop of the main thread. */
const { turns, checkEveryMs, mostChecks } = workerData

let seen = -1
let idleChecks = 0

setInterval(() => {
  const current = Atomics.load(turns, 0)
  idleChecks = current === seen ? idleChecks + 1 : 0
  seen = current
  if (idleChecks < mostChecks) return
  // The log belongs to the main thread, which is blocked.
  writeSync(2, `the event loop was blocked for ${mostChecks} checks; killing the program\n`)
  process.kill(process.pid, 'SIGKILL')
}, checkEveryMs)
