import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PortalDevice } from '@eot/server/test/portal-client'

export interface BackgroundPlan {
  port: number
  devices: PortalDevice[]
}

export type BackgroundOrder = { perSecond: number } | 'stop'
export type BackgroundNews = { sent: number; acknowledged: number }

export interface BackgroundLoad {
  /** Starts a steady stream of readings at this rate. */
  begin(perSecond: number): Promise<void>
  /** Stops the stream, waits until everything is acknowledged, and returns the totals since the start. */
  end(): Promise<BackgroundNews>
  close(): Promise<number>
}

/** Generates a steady load on a separate thread, so that it does not delay the measurements. */
export async function openBackground(plan: BackgroundPlan): Promise<BackgroundLoad> {
  const worker = new Worker(fileURLToPath(new URL('./background-worker.ts', import.meta.url)), {
    workerData: plan,
  })
  const answer = async (): Promise<BackgroundNews> => {
    const [news]: BackgroundNews[] = await once(worker, 'message')
    if (!news) throw new Error('the background load sent no counts')
    return news
  }
  await answer()
  return {
    async begin(perSecond) {
      worker.postMessage({ perSecond } satisfies BackgroundOrder)
      await answer()
    },
    end() {
      worker.postMessage('stop' satisfies BackgroundOrder)
      return answer()
    },
    close: () => worker.terminate(),
  }
}
