import { parentPort, workerData } from 'node:worker_threads'
import type { BackgroundNews, BackgroundOrder, BackgroundPlan } from './background-load.ts'
import { openSwarm } from './mqtt-swarm.ts'

const { port, devices }: BackgroundPlan = workerData
const swarm = await openSwarm(port, devices)
let load: { stop(): void } | undefined

const tell = () =>
  parentPort?.postMessage({
    sent: swarm.sent(),
    acknowledged: swarm.acknowledged(),
  } satisfies BackgroundNews)

parentPort?.on('message', (order: BackgroundOrder) => {
  if (order !== 'stop') {
    load = swarm.pace(order.perSecond)
    tell()
    return
  }
  load?.stop()
  swarm.settle().then(tell, (error: unknown) => {
    throw error
  })
})
tell()
