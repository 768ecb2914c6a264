import { join } from 'node:path'

/** An entry of the lock file; those of workspaces have neither integrity nor a version that counts. */
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

/** The lock file's paths of all packages that code of these workspaces may load when it runs, as Node.js finds them. */
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

/** Whether npm installs it on Linux with glibc on x64; packages for other machines are listed as well. */
export function isForUsualMachine({ os, cpu, libc }: Locked): boolean {
  const has = (list: string[] | undefined, value: string) => list === undefined || list.includes(value)
  return has(os, 'linux') && has(cpu, 'x64') && has(libc, 'glibc')
}

/** In the folder itself, or in the next one above that has it. */
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
