import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importRules } from './import-rules.ts'
import { findViolations } from './import-violations.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'eot-imports-'))
  const workspaces = {
    contract: ['zod'],
    server: ['@eot/contract', 'zod', 'kysely', 'fastify', 'pg'],
    web: ['@eot/contract', 'react'],
    fleet: ['mqtt'],
    demo: ['@eot/server', '@eot/fleet'],
  }
  write('package.json', JSON.stringify({ name: 'eot', devDependencies: { vitest: '1' } }))
  for (const [name, packages] of Object.entries(workspaces)) {
    const dependencies = Object.fromEntries(packages.map((one) => [one, '1']))
    const exports = { './test/*': './test/*.ts', './*': './src/*.ts' }
    write(`${name}/package.json`, JSON.stringify({ name: `@eot/${name}`, exports, dependencies }))
  }
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Rules that the files violate, except `no-orphans`, which nearly all of them violate. */
function rulesBroken(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) write(path, text)
  return findViolations(root)
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'no-orphans')
}

const planted: [rule: string, file: string, text: string][] = [
  ['contract-is-the-bottom', 'contract/src/a.ts', `import type { Kysely } from '@eot/server/database'`],
  ['sides-meet-in-contract', 'web/src/lib/a.ts', `import type { B } from '../../../server/src/b.ts'`],
  ['fleet-speaks-as-a-device', 'fleet/src/a.ts', `import { kinds } from '@eot/contract/vocabulary'`],
  ['demo-on-top', 'server/src/main.ts', `import { start } from '@eot/demo/start'`],
  ['demo-of-server-and-fleet', 'demo/src/a.ts', `import { b } from '../../web/src/lib/b.ts'`],
  ['platform-knows-no-product', 'server/src/platform/a.ts', `import { b } from '../features/sites/b.ts'`],
  ['platform-knows-no-product', 'server/src/platform/db/a.ts', `import { config } from '../../config.ts'`],
  ['access-below-features', 'server/src/access/a.ts', `import { b } from '../features/sites/b.ts'`],
  ['program-on-top', 'server/src/features/users/a.ts', `import { config } from '../../program/config.ts'`],
  ['program-on-top', 'server/src/access/a.ts', `import type { Jobs } from '../jobs.ts'`],
  ['contents-below-program', 'server/src/jobs.ts', `import type { Config } from './program/config.ts'`],
  ['server-features-islands', 'server/src/features/users/a.routes.ts', `import { b } from '../sites/b.ts'`],
  ['auth-flows-down', 'server/src/features/auth/sessions/a.ts', `import { b } from '../sign-in/b.ts'`],
  ['auth-flows-down', 'server/src/features/auth/accounts/a.ts', `import { b } from '../auth.routes.ts'`],
  ['ingest-flows-down', 'server/src/features/ingest/writer/a.ts', `import { b } from '../intake/b.ts'`],
  ['ingest-flows-down', 'server/src/features/ingest/mqtt/a.ts', `import { b } from '../http/b.ts'`],
  ['domain-is-pure', 'server/src/features/sites/tree/a.ts', `import { q } from './sites.queries.ts'`],
  ['domain-is-pure', 'server/src/features/sites/site.ts', `import type { Log } from '../../platform/log.ts'`],
  ['domain-is-pure', 'server/src/features/sites/site.ts', `import { q } from './sites.queries.ts'`],
  ['tables-are-types', 'server/src/features/sites/tables.ts', `import type { Site } from './site.ts'`],
  ['sql-only-in-queries', 'server/src/features/sites/sites.routes.ts', `import { sql } from 'kysely'`],
  ['http-only-in-platform', 'server/src/access/a.ts', `import type { FastifyRequest } from 'fastify'`],
  ['web-features-islands', 'web/src/features/users/a.tsx', `export { b } from '../sites/b.tsx'`],
  ['texts-at-the-bottom', 'web/src/texts/a.ts', `import { b } from '../lib/b.ts'`],
  ['lib-below-session', 'web/src/lib/lists/a.ts', `import { b } from '../../session/b.ts'`],
  ['session-below-domain', 'web/src/session/a.ts', `import type { B } from '../domain/b.ts'`],
  ['domain-below-features', 'web/src/domain/alerts/a.ts', `import { b } from '../../features/alerts/b.ts'`],
  ['features-below-app', 'web/src/features/sites/a.ts', `export * from '../../app/routes.tsx'`],
  [
    'ui-knows-no-product',
    'web/src/ui/a.tsx',
    `const b = await import('../lib/b.ts'); export const c = <i>{b}</i>`,
  ],
  ['tests-stay-outside', 'server/src/app.ts', `import { b } from '@eot/server/test/b'`],
  ['no-undeclared-packages', 'web/src/lib/a.ts', `import pg from 'pg'`],
  ['no-undeclared-packages', 'server/src/app.ts', `import { vi } from 'vitest'`],
  ['no-cycles', 'server/src/app.ts', `import type { A } from './app.ts'`],
]

test.each(planted)('a violation of %s is found in %s: %s', (rule, file, text) => {
  expect(rulesBroken({ [file]: text })).toContain(rule)
})

test('every rule is tested with a violation', () => {
  const seen = new Set(planted.map(([rule]) => rule))
  expect(importRules.filter(({ name }) => !seen.has(name))).toEqual([])
})

test('imports that the rules allow are not reported', () => {
  const broken = rulesBroken({
    'contract/src/sites.ts': `import { z } from 'zod'; import { page } from './wire.ts'`,
    'server/src/features/sites/site.ts': `import { join } from 'node:path'; import { kinds } from '@eot/contract/vocabulary'`,
    'server/src/features/sites/sites.queries.ts': `import { sql } from 'kysely'`,
    'server/src/features/sites/sites.routes.ts': `import type { Kysely } from 'kysely'; import { q } from './sites.queries.ts'`,
    'server/src/features/users/users.routes.ts': `import { siteName } from '../sites/index.ts'`,
    'demo/src/start.ts': `import { a } from '@eot/server/app'; import { b } from '@eot/fleet/start-fleet'`,
    'server/src/features/users/users.test.ts': `import { test } from 'vitest'; import { b } from '../sites/b.ts'`,
    'web/src/features/sites/page.tsx': `import { useState } from 'react'; import { call } from '../../lib/api/api.ts'; import { alertTitle } from '../../domain/alerts/alert-title.tsx'`,
  })
  expect(broken).toEqual([])
})

test('a longer cycle is reported once, in order', () => {
  write('server/src/a.ts', `import { b } from './b.ts'`)
  write('server/src/b.ts', `import { c } from './c.ts'`)
  write('server/src/c.ts', `import { a } from './a.ts'`)
  const cycles = findViolations(root).filter(({ rule }) => rule === 'no-cycles')
  const circle = 'server/src/a.ts → server/src/b.ts → server/src/c.ts → server/src/a.ts'
  expect(cycles).toEqual([{ rule: 'no-cycles', detail: circle }])
})

test('a file imported only by its test is an orphan', () => {
  write('server/src/main.ts', `import { used } from './used.ts'`)
  write('server/src/used.ts', '')
  write('server/src/left.ts', '')
  write('server/src/left.test.ts', `import { left } from './left.ts'`)
  expect(findViolations(root)).toEqual([{ rule: 'no-orphans', detail: 'nothing imports server/src/left.ts' }])
})

test('the import graph of this repository includes imports of the contract by server and web', async () => {
  const { listImports, listSources, readWorkspaces } = await import('./import-graph.ts')
  const checkout = fileURLToPath(new URL('..', import.meta.url))
  const imports = listImports(checkout, listSources(checkout), readWorkspaces(checkout))
  const users = imports
    .filter(({ to }) => to.startsWith('contract/src/'))
    .map(({ from }) => from.split('/')[0])
  expect(users).toEqual(expect.arrayContaining(['server', 'web']))
})
