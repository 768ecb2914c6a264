import { Worker } from 'node:worker_threads'
import type { SeriesForecast } from './series/forecast-series.ts'
import type { MeasuredHours } from './series/measured-hours.ts'

type Result = { id: number; forecast: SeriesForecast } | { id: number; error: Error }

export interface ForecastThread {
  forecast(hours: MeasuredHours, horizon: number): Promise<SeriesForecast>
  close(): Promise<void>
}

/**
 * Creates a thread that forecasts series one after another, at a low priority: each takes some 20 ms, which would block the
 * main thread. It starts with its first task, and does not keep the process running.
 */
export function createForecastThread(): ForecastThread {
  const waiting = new Map<number, PromiseWithResolvers<SeriesForecast>>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./forecast-thread.mjs', import.meta.url), { execArgv: [] })
    started.on('message', (result: Result) => {
      const task = waiting.get(result.id)
      waiting.delete(result.id)
      if (waiting.size === 0) started.unref()
      if ('error' in result) task?.reject(result.error)
      else task?.resolve(result.forecast)
    })
    started.on('error', (error) => {
      worker = undefined
      for (const task of waiting.values()) task.reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    forecast({ values, isMeasured }, horizon) {
      worker ??= start()
      const id = ++lastId
      const result = Promise.withResolvers<SeriesForecast>()
      waiting.set(id, result)
      worker.ref()
      const measured = Uint8Array.from(values, (_, hour) => (isMeasured(hour) ? 1 : 0))
      worker.postMessage({ id, history: values, horizon, measured })
      return result.promise
    },
    async close() {
      await worker?.terminate()
      worker = undefined
    },
  }
}
