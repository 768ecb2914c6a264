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
  /** Begins a steady stream of readings at that rate. */
  begin(perSecond: number): Promise<void>
  /** Ends it and waits until all is acknowledged; answers how much that was since the beginning. */
  end(): Promise<BackgroundNews>
  close(): Promise<number>
}

/** A steady load from a thread of its own, so that whoever measures beside it is not kept from looking at the clock. */
export async function openBackground(plan: BackgroundPlan): Promise<BackgroundLoad> {
  const worker = new Worker(fileURLToPath(new URL('./background-worker.ts', import.meta.url)), {
    workerData: plan,
  })
  const answer = async (): Promise<BackgroundNews> => {
    const [news]: BackgroundNews[] = await once(worker, 'message')
    if (!news) throw new Error('the background load said nothing')
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
