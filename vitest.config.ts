import { configDefaults, defineConfig } from 'vitest/config'

// Neither UTC nor a zone of whole hours, so that a mistaken zone shows.
process.env.TZ = 'America/St_Johns'

const node = {
  pool: 'forks' as const,
  setupFiles: ['./scripts/fail-on-console-error.ts'],
  // Tests wait for conditions, which may take minutes on a machine that other work keeps busy.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}
const webSetupFiles = [...node.setupFiles, './web/test/prepare-texts.ts']
/**
 * These measure stalls of the event loop, which other files would cause in a shared process. Vitest runs projects in order of their
 * names: by this one, the longest of these files does not run last, alone on one of two cores.
 */
const stallTests = [
  'server/src/features/ingest/long-messages.test.ts',
  'server/src/features/ingest/mqtt/hostile-packets.test.ts',
  'server/src/features/live/hostile-frames.test.ts',
  'server/src/long-runs.test.ts',
  'server/src/mutated-requests.test.ts',
  'server/test/stall-watch.test.ts',
  'server/src/platform/pdf/render-pdf.test.ts',
]
/** Each of these gets its own process: they replace globals such as `fetch`, or keep a session in module variables. */
const sessionTests = ['web/src/lib/api/**/*.test.ts', 'web/src/session/**/*.test.ts']
const testDatabase = './server/test/database-setup.ts'

const nightly = {
  test: {
    ...node,
    name: 'nightly',
    // The browser tests again, then at both widths in both themes.
    include: ['{server,fleet,e2e,scripts}/**/*.nightly.ts', 'e2e/**/*.test.ts'],
    globalSetup: [testDatabase],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Where files are not isolated, those of a worker share the modules of the server, which take seconds to load.
    projects: [
      { test: { ...node, name: 'scripts', include: ['scripts/**/*.test.ts'], isolate: false } },
      { test: { ...node, name: 'contract', include: ['contract/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...stallTests],
          isolate: false,
          globalSetup: [testDatabase],
        },
      },
      {
        test: { ...node, name: 'event-loop', include: stallTests, globalSetup: [testDatabase] },
      },
      { test: { ...node, name: 'fleet', include: ['fleet/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...node,
          name: 'demo',
          include: ['demo/**/*.test.ts'],
          globalSetup: [testDatabase],
        },
      },
      {
        test: {
          ...node,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...sessionTests],
          setupFiles: webSetupFiles,
          isolate: false,
        },
      },
      { test: { ...node, name: 'web-session', include: sessionTests, setupFiles: webSetupFiles } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: [testDatabase],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      // Hours of kill loops are only for those who ask: npm run test:nightly.
      ...(process.env.NIGHTLY ? [nightly] : []),
    ],
  },
})
