import { type NewEvent, startEventSignal } from '../src/features/events/index.ts'
import type { ReadingInput } from '../src/features/ingest/index.ts'
import { createLiveHub, findDevicePath, startLiveFeed } from '../src/features/live/index.ts'
import { startLiveReadings } from '../src/features/live/live-readings.ts'
import { startLiveRatings } from '../src/features/ratings/index.ts'
import { createLiveSources } from '../src/live-sources.ts'
import { createLog } from '../src/platform/log.ts'
import { testApp } from './test-app.ts'

/** Starts the server with its live connections on a free port. */
export async function testLive(sourcesOf = createLiveSources) {
  const log = createLog(process.env.LOG_LEVEL ?? 'silent')
  let notify = () => {}
  let watchReadings = (_readings: readonly ReadingInput[]) => {}
  const app = await testApp({
    signal: { notify: () => notify() },
    onCommitted(readings: readonly ReadingInput[], events: readonly NewEvent[]) {
      if (events.length > 0) notify()
      watchReadings(readings)
    },
  })
  const { access, db, pool, server } = app
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const hub = createLiveHub({
    server: server.server,
    callers: access.callers,
    noteRefusal: access.noteRefusal,
    scopeOf: access.scopeOf,
    findDevicePath: findDevicePath(pool),
    publicUrl: url,
    log,
  })
  const signal = startEventSignal(app.url, log)
  notify = signal.notify
  const feed = await startLiveFeed({ url: app.url, pool, hub, sources: sourcesOf(db), signal, log })
  const liveReadings = startLiveReadings(hub, pool, log)
  watchReadings = liveReadings.publish
  const liveRatings = startLiveRatings({ hub, db, clock: app.clock, log })
  return {
    ...app,
    url,
    hub,
    async close() {
      await liveReadings.stop()
      await liveRatings.stop()
      await hub.close()
      await feed.stop()
      await signal.stop()
    },
  }
}
