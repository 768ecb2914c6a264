import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { buildPortal } from './portal-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const architectures = ['x64', 'arm64'] as const
type Architecture = (typeof architectures)[number]

/** The folders that a release contains besides its packages. */
const folders = ['contract', 'server', 'web/dist', 'deploy', 'docs']
const files = ['LICENSE', 'README.md', 'package-lock.json']
const isLeftOut = /(\.(test|nightly)\.tsx?|\/(node_modules|test))$/

interface Manifest {
  version: string
  workspaces: string[]
  optionalDependencies: Record<string, string>
}

/** Assembles a release for one architecture in `folder`: everything that the program needs to run, Node.js included. */
export async function assembleRelease(folder: string, architecture: Architecture): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of [...folders, ...files])
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !isLeftOut.test(source.slice(root.length)),
    })
  const { devDependencies: _tools, scripts: _scripts, ...manifest } = readManifest()
  const node = `node-linux-${architecture}`
  // Optional, since npm refuses other packages that are not for the machine on which it runs.
  const own = {
    ...manifest,
    workspaces: ['contract', 'server'],
    optionalDependencies: { [node]: manifest.optionalDependencies[node] },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`)
  const target = ['--cpu', architecture, '--os', 'linux', '--libc', 'glibc']
  // The lock file pins the versions; packages of other workspaces are left out.
  await run(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...target],
    folder,
  )
  // npm skips optional packages that it cannot fetch.
  if (!existsSync(join(folder, 'node_modules', node, 'bin/node')))
    throw new Error(`npm could not fetch ${node}`)
  const launcher = join(folder, 'eot-live')
  writeFileSync(launcher, launcherOf(architecture))
  chmodSync(launcher, 0o755)
}

const readManifest = (): Manifest & { devDependencies: unknown; scripts: unknown } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Returns the commands that the README runs through npm. */
const commandsIn = (manifest: { scripts: unknown }): string[] =>
  Object.entries(manifest.scripts as Record<string, string>).flatMap(([name, command]) =>
    command === `exec node server/src/program/${name}.ts` ? [name] : [],
  )

const launcherOf = (architecture: Architecture) => `#!/bin/sh
# Starts the program, or runs one of its commands: eot-live [${commandsIn(readManifest()).join(' | ')} | --check-health]
here=$(dirname "$(readlink -f "$0")")
node=$here/node_modules/node-linux-${architecture}/bin/node
export NODE_ENV="\${NODE_ENV:-production}"
case "$1" in
  --check-health)
    scheme=http
    if [ "$HTTP_TLS" = 1 ]; then scheme=https; fi
    export scheme NODE_TLS_REJECT_UNAUTHORIZED=0 # its certificate is for the public name
    exec "$node" --no-warnings -e 'fetch(\`\${process.env.scheme}://127.0.0.1:\${process.env.PORT || 8080}/health/live\`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' ;;
  ${commandsIn(readManifest()).join(' | ')})
    command=$1
    shift
    exec "$node" "$here/server/src/program/$command.ts" "$@" ;;
  '')
    exec "$node" --v8-pool-size=1 --max-semi-space-size=32 --heap-growing-percent=50 --no-allocation-site-pretenuring "$here/server/src/main.ts" ;;
  *)
    echo "unknown command: $1" >&2
    exit 2 ;;
esac
`

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} failed`)
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const wanted = args.find((arg) => !arg.startsWith('--')) ?? process.arch
  const architecture = architectures.find((one) => one === wanted)
  if (!architecture)
    throw new Error(`unknown architecture: ${wanted}, expected ${architectures.join(' or ')}`)
  if (!(await buildPortal())) process.exit(1)
  const name = `eot-live-${readManifest().version}-linux-${architecture}`
  const out = join(root, 'release')
  await assembleRelease(join(out, name), architecture)
  if (!args.includes('--unpacked')) {
    await run('tar', ['--owner=0', '--group=0', '-czf', `${name}.tar.gz`, name], out)
    rmSync(join(out, name), { recursive: true })
    const digest = await sha256(join(out, `${name}.tar.gz`))
    writeFileSync(join(out, `${name}.tar.gz.sha256`), `${digest}  ${name}.tar.gz\n`)
  }
  console.log(`release/${name}${args.includes('--unpacked') ? '' : '.tar.gz'}`)
}
