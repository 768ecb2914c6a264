import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))
/** Sources of the build outside the web workspace. */
const outside = ['contract/src', 'docs/guide', 'docs/images', 'package-lock.json']

/** Builds the web client unless the last build used identical sources. Returns false if the build fails. */
export async function buildPortal(root = checkout): Promise<boolean> {
  const web = join(root, 'web')
  const stampFile = join(web, 'dist', '.build-hash')
  const stamp = hashSources(root)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  console.log('building the portal …')
  rmSync(stampFile, { force: true })
  const startedAt = performance.now()
  const vite = dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'))
  const build = spawn(process.execPath, [join(vite, 'bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
    // Always a production build, even when run by a test.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) {
    console.error('building the portal failed; see above')
    return false
  }
  writeFileSync(stampFile, stamp)
  console.log(`built the portal in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return true
}

function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const path of ['web', ...outside].flatMap((path) => listFiles(root, path)).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** All files below the path except build output and tests, or the path itself if it is a file. */
function listFiles(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(root, `${path}/${name}`))
}
