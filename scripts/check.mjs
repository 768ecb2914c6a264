import './node-version.mjs'

// Only now, since an older Node cannot load TypeScript at all.
await import('./run-checks.ts')
