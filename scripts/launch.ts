import { buildPortal } from './portal-build.ts'

if (process.argv.includes('--demo')) {
  process.env.DEMO = '1'
  process.env.DATA_DIR ||= './data-demo'
}
const isDemo = process.env.DEMO === '1' || process.env.DEMO === 'true'
process.env.NODE_ENV ??= 'production'

if (!(await buildPortal())) process.exitCode = 1
else if (isDemo) await import('../demo/src/main.ts')
else await import('../server/src/main.ts')
