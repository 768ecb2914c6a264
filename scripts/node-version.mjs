// Plain JavaScript for any Node.js version; all other code needs one that runs TypeScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `This program needs Node.js 22.19 or later, but runs on ${process.versions.node}. Start it by npm ` +
      '(npm start, npm run demo, npm test), which uses the Node.js 24 that npm ci installs on Linux with ' +
      'glibc. If that is missing (musl, npm ci --omit=optional), install Node.js 24.',
  )
  process.exit(1)
}
