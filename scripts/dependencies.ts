import { join } from 'node:path'

/** An entry of the lock file. Those of workspaces have no integrity hash or meaningful version. */
export interface Locked {
  version?: string
  link?: true
  resolved?: string
  integrity?: string
  hasInstallScript?: true
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type LockFile = Record<string, Locked>

/** Lock file paths of all packages that these workspaces may load at run time, resolved as Node.js does. */
export function listRuntimePackages(lock: LockFile, workspaces: readonly string[]): string[] {
  const found = new Set<string>()
  const waiting = [...workspaces]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const { link, resolved, dependencies, optionalDependencies } = lock[path] ?? {}
    if (link && resolved) waiting.push(resolved)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = findPackage(lock, path, name)
      if (place !== undefined) waiting.push(place)
    }
  }
  return [...found].filter((path) => path.includes('node_modules/') && !lock[path]?.link)
}

/** Whether npm installs it on x64 Linux with glibc. The lock file also lists packages for other platforms. */
export function isForUsualMachine({ os, cpu, libc }: Locked): boolean {
  const has = (list: string[] | undefined, value: string) => list === undefined || list.includes(value)
  return has(os, 'linux') && has(cpu, 'x64') && has(libc, 'glibc')
}

/** Resolves in the folder itself, or in the nearest ancestor that has it. */
function findPackage(lock: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = above(folder)) {
    const place = join(folder, 'node_modules', name)
    if (lock[place]) return place
    if (folder === '') return undefined
  }
}

function above(folder: string): string {
  const last = folder.lastIndexOf('node_modules/')
  return last <= 0 ? '' : folder.slice(0, last - 1)
}
