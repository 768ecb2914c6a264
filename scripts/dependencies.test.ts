import { expect, test } from 'vitest'
import { isForUsualMachine, type LockFile, listRuntimePackages } from './dependencies.ts'
import { textOf } from './repository-files.ts'

const lock: LockFile = JSON.parse(textOf('package-lock.json')).packages
const manifest = JSON.parse(textOf('package.json'))
/** Workspaces that `npm start` and `npm run demo` run. The portal is bundled, and the rest is for development. */
const running = ['contract', 'server', 'fleet', 'demo']
const packages = listRuntimePackages(lock, running)
const isOurs = (name: string) => name.startsWith('@eot/')

test('the program has at most 29 direct dependencies', () => {
  const direct = running.flatMap((path) =>
    Object.keys({ ...lock[path]?.dependencies, ...lock[path]?.optionalDependencies }),
  )
  expect(new Set(direct.filter((name) => !isOurs(name))).size).toBeLessThanOrEqual(29)
})

test('the program needs at most 215 packages at run time', () => {
  const installed = packages.filter((path) => isForUsualMachine(lock[path] ?? {}))
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.length).toBeLessThanOrEqual(215)
})

test('every package in the lock file has an integrity hash', () => {
  const without = Object.entries(lock).filter(([path, { integrity, link }]) => {
    return path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-')
  })
  expect(without.map(([path]) => path)).toEqual([])
})

test('no package needed at run time has an install script that npm would run', () => {
  const scripted = packages.filter((path) => lock[path]?.hasInstallScript)
  const refused = (path: string) => manifest.allowScripts[path.replace(/^.*node_modules\//, '')] === false
  expect(scripted.filter((path) => !refused(path))).toEqual([])
})

test('every direct dependency is pinned to one version', () => {
  const loose = Object.entries(lock)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name]) => `${path}: ${name}`),
    )
  expect(loose).toEqual([])
})
