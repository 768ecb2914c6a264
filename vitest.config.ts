import { defineConfig } from 'vitest/config'

// Neither UTC nor a zone of whole hours, so that a mistaken zone shows.
process.env.TZ = 'America/St_Johns'

const node = {
  pool: 'forks' as const,
  setupFiles: ['./scripts/fail-on-console-error.ts'],
  // Tests wait for conditions; on a busy machine these may take a while to come.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}
const testDatabase = './server/test/database-setup.ts'

const nightly = {
  test: {
    ...node,
    name: 'nightly',
    include: ['{server,fleet,e2e}/**/*.nightly.ts'],
    globalSetup: [testDatabase],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { test: { ...node, name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: [testDatabase],
        },
      },
      { test: { ...node, name: 'fleet', include: ['fleet/**/*.test.ts'] } },
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
          setupFiles: [...node.setupFiles, './web/test/load-texts.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [testDatabase],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      // Hours of kill loops are only for those who ask: npm run test:nightly.
      ...(process.env.NIGHTLY ? [nightly] : []),
    ],
  },
})
