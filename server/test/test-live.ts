import type { ReadingInput } from '../src/features/ingest/index.ts'
import { createLiveHub, findDevicePath, type LiveEvent, startLiveFeed } from '../src/features/live/index.ts'
import { startLiveReadings } from '../src/live-readings.ts'
import { createLiveSources } from '../src/live-sources.ts'
import { createLog } from '../src/platform/log.ts'
import { testApp } from './test-app.ts'

/** The server with its live connections, on a port of its own. */
export async function testLive(sourcesOf = createLiveSources) {
  const log = createLog(process.env.LOG_LEVEL ?? 'silent')
  let publish = () => {}
  let watchReadings = (_readings: readonly ReadingInput[]) => {}
  const app = await testApp({
    live: { publish: () => publish() },
    onCommitted(readings: readonly ReadingInput[], events: readonly LiveEvent[]) {
      if (events.length > 0) publish()
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
  const feed = await startLiveFeed({ url: app.url, pool, hub, sources: sourcesOf(db), log })
  publish = feed.publish
  const liveReadings = startLiveReadings(hub, pool, log)
  watchReadings = liveReadings.tell
  return {
    ...app,
    url,
    hub,
    async close() {
      await liveReadings.stop()
      await hub.close()
      await feed.stop()
    },
  }
}
