import { type Import, listImports, listSources, readWorkspaces, type Workspace } from './import-graph.ts'
import { breaks, importRules, testFile } from './import-rules.ts'

export type Violation = { rule: string; detail: string }

/** Entry points, which no other file imports. */
const entryPoint =
  /^(server|demo)\/src\/main\.ts$|^server\/src\/program\/(backup|check-audit|erase-person|export-site|replace-secret-key|restore)\.ts$|^server\/src\/platform\/pdf\/pdf-thread\.ts$|^web\/src\/main\.ts$|^fleet\/src\/(replay|simulate)\.ts$|\.d\.ts$/

/** Finds all imports in the checkout at `root` that violate an import rule. */
export function findViolations(root: string): Violation[] {
  const files = listSources(root)
  const workspaces = readWorkspaces(root)
  const imports = listImports(root, files, workspaces)
  return [
    ...imports.flatMap((edge) =>
      importRules
        .filter((rule) => breaks(rule, edge))
        .map(({ name }) => ({ rule: name, detail: `${edge.from} imports ${edge.to}` })),
    ),
    ...findUndeclared(imports, workspaces),
    ...findCycles(imports),
    ...findOrphans(files, imports),
  ]
}

/** Finds imports of packages missing from the manifest, which hoisting would otherwise allow. */
function findUndeclared(imports: Import[], workspaces: Workspace[]): Violation[] {
  const root = workspaces.find(({ folder }) => folder === '')
  return imports.flatMap(({ from, to, typeOnly }) => {
    const owner = workspaces.find(({ folder }) => folder !== '' && from.startsWith(folder))
    const target = workspaces.find(({ folder }) => folder !== '' && to.startsWith(folder))
    const name = to.startsWith('npm:') ? to.slice(4) : target?.name
    if (name === undefined || target === owner) return []
    const isProduct =
      owner !== undefined &&
      !/^(e2e|bench)\//.test(from) &&
      from.startsWith(`${owner.folder}src/`) &&
      !testFile.test(from)
    const declared = [
      owner?.dependencies,
      ...(isProduct && !typeOnly ? [] : [owner?.devDependencies, root?.devDependencies]),
    ]
    if (!owner || declared.some((names) => names?.has(name))) return []
    return [
      {
        rule: 'no-undeclared-packages',
        detail: `${from} imports ${name}, which ${owner.name} does not depend on`,
      },
    ]
  })
}

function findCycles(imports: Import[]): Violation[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const violations: Violation[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) violations.push({ rule: 'no-cycles', detail: [...path.slice(start), file].join(' → ') })
    if (start >= 0 || done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return violations
}

/** Finds unused files; a file imported only by its own test counts as unused. */
function findOrphans(files: string[], imports: Import[]): Violation[] {
  const used = new Set(imports.filter(({ from }) => !testFile.test(from)).map(({ to }) => to))
  return files
    .filter((file) => /^(contract|server|web|fleet|demo)\/src\//.test(file) && !testFile.test(file))
    .filter((file) => !entryPoint.test(file) && !used.has(file))
    .map((file) => ({ rule: 'no-orphans', detail: `nothing imports ${file}` }))
}

if (import.meta.main) {
  const violations = findViolations(process.cwd())
  for (const { rule, detail } of violations) console.log(`${rule}: ${detail}`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
