// Preloaded into the program by `--import`: measures how long its event loop is blocked. Upon SIGUSR2 it writes the longest
// block since the last signal, in ms, to LOOP_PROBE_FILE. It uses CPU time of the thread, not elapsed time, so that other
// programs on a busy machine do not count.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.LOOP_PROBE_FILE

if (isMainThread && file !== undefined) {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [last, longest] = [usedMs(), 0]
  const look = () => {
    const now = usedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  setInterval(look, 1).unref()
  process.on('SIGUSR2', () => {
    look()
    writeFileSync(file, JSON.stringify({ at: Date.now(), longestMs: longest }))
    longest = 0
  })
}
