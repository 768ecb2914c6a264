import { buildPortal } from './portal-build.ts'

if (process.argv.includes('--demo')) {
  process.env.DEMO = '1'
  process.env.DATA_DIR ||= './data-demo'
}
process.env.NODE_ENV ??= 'production'

if (await buildPortal()) await import('../server/src/main.ts')
else process.exitCode = 1
