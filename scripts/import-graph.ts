import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * An import in a source file. `to` is the path of a source file relative to the root, `npm:name` for a package, or
 * `node:name` for a module of Node.js.
 */
export type Import = { from: string; to: string; typeOnly: boolean }

export type Workspace = {
  folder: string
  name: string
  exports: Record<string, string>
  dependencies: Set<string>
  devDependencies: Set<string>
}

const sources = '**/*.{ts,tsx}'
const outside = /(^|\/)(node_modules|dist)\//

export function listSources(root: string): string[] {
  return globSync(sources, { cwd: root, exclude: (path) => outside.test(`${path}/`) }).sort()
}

export function listImports(root: string, files: string[], workspaces: Workspace[]): Import[] {
  return files.flatMap((from) => {
    const found = listSpecifiers(from, readFileSync(join(root, from), 'utf8'))
    return found.map(({ specifier, typeOnly }) => ({
      from,
      to: locate(from, specifier, workspaces),
      typeOnly,
    }))
  })
}

/** The root manifest counts as a workspace with the folder ''. */
export function readWorkspaces(root: string): Workspace[] {
  return globSync(['package.json', '*/package.json'], { cwd: root }).map((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return {
      folder: posix.dirname(path) === '.' ? '' : `${posix.dirname(path)}/`,
      name: String(manifest.name),
      exports: manifest.exports ?? {},
      dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
      devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
    }
  })
}

function listSpecifiers(path: string, text: string): { specifier: string; typeOnly: boolean }[] {
  const { module, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const written = text.slice(moduleRequest.start, moduleRequest.end)
    // Dynamic imports are resolved only if the path is a literal.
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(written)?.[2]
    return literal ? [{ specifier: literal, typeOnly: false }] : []
  })
  return [...imports, ...exports, ...dynamic]
}

function locate(from: string, specifier: string, workspaces: Workspace[]): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  if (path.startsWith('node:')) return path
  for (const { folder, name, exports } of workspaces) {
    if (!path.startsWith(`${name}/`)) continue
    const target = matchExport(`.${path.slice(name.length)}`, exports)
    if (target) return posix.join(folder, target)
  }
  return `npm:${/^(@[^/]+\/)?[^/]+/.exec(path)?.[0]}`
}

/** As in Node.js, the matching pattern with the longest prefix wins. */
function matchExport(subpath: string, exports: Record<string, string>): string | undefined {
  const [best] = Object.entries(exports)
    .map(([pattern, target]) => ({ start: pattern.replace('*', ''), target }))
    .filter(({ start }) => subpath.startsWith(start))
    .sort((a, b) => b.start.length - a.start.length)
  return best?.target.replace('*', subpath.slice(best.start.length))
}
