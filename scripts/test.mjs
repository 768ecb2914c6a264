import './node-version.mjs'

// Imported after the version check, since an older Node.js cannot load TypeScript.
await import('./run-tests.ts')
