// A thread of `createForecastThread`. It loads the models, which are TypeScript, only while forecasts are made.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { forecastSeries } from './series/forecast-series.ts'

try {
  // On Linux, "<process>/task/<thread>". Forecasts only take time that nobody else needs.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Other systems have no priority for a single thread: it stays at the usual one.
}

parentPort?.on('message', ({ id, history, horizon, measured }) => {
  try {
    const forecast = forecastSeries(history, horizon, (hour) => measured[hour] === 1)
    parentPort?.postMessage({ id, forecast })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
