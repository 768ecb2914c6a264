import type { Import } from './import-graph.ts'

/** Forbids imports. `to` and `toNot` may refer to the first group of `from` as $1. */
export type ImportRule = {
  name: string
  from: RegExp
  fromNot?: RegExp
  to: string
  toNot?: string
  valuesOnly?: true
}

export const testFile = /\.(test|nightly)\.tsx?$|^[a-z0-9]+\/test\//

/** Layers of a feature, bottom first: each folder may import those before it, and no file outside the folders. */
function layers(feature: string, folders: readonly string[]): ImportRule[] {
  const name = `${feature.split('/').at(-1)}-flows-down`
  return folders.map((folder, index) => ({
    name,
    from: new RegExp(`^${feature}/${folder}/`),
    fromNot: testFile,
    to: `^${feature}/`,
    toNot: `^${feature}/((${folders.slice(0, index + 1).join('|')})/|tables\\.ts$)`,
  }))
}

export const importRules: ImportRule[] = [
  {
    name: 'contract-is-the-bottom',
    from: /^contract\//,
    fromNot: testFile,
    to: '',
    toNot: '^(contract/|npm:zod$)',
  },
  {
    name: 'sides-meet-in-contract',
    from: /^(server|web|fleet)\//,
    to: '^(server|web|fleet)/',
    toNot: '^$1/',
  },
  { name: 'fleet-speaks-as-a-device', from: /^fleet\//, to: '^contract/' },
  // The demo combines the program and the fleet, which do not depend on it.
  { name: 'demo-on-top', from: /^(contract|server|web|fleet)\//, to: '^demo/' },
  { name: 'demo-of-server-and-fleet', from: /^demo\//, to: '^(web|e2e|bench|scripts)/' },
  {
    name: 'platform-knows-no-product',
    from: /^server\/src\/platform\//,
    fromNot: testFile,
    to: '^server/src/(access|features|program)/|^server/src/[^/]+\\.ts$|^contract/',
    toNot: '^contract/src/(endpoint|errors|columnar-series)\\.ts$',
  },
  {
    name: 'access-below-features',
    from: /^server\/src\/access\//,
    fromNot: testFile,
    to: '^server/src/features/',
  },
  {
    // From the layers above, features and access may import only the type of the tables.
    name: 'program-on-top',
    from: /^server\/src\/(access|features)\//,
    fromNot: testFile,
    to: '^server/src/(program/|[^/]+\\.ts$)',
    toNot: '^server/src/database\\.ts$',
  },
  {
    name: 'contents-below-program',
    from: /^server\/src\/(app|jobs|followers|database)\.ts$/,
    to: '^server/src/program/',
  },
  {
    name: 'server-features-islands',
    from: /^server\/src\/features\/([^/]+)\//,
    fromNot: testFile,
    to: '^server/src/features/',
    toNot: '^server/src/features/($1/|[^/]+/index\\.ts$)',
  },
  ...layers('server/src/features/auth', [
    'credentials',
    'sessions',
    'second-factor',
    'sign-in',
    'sso',
    'accounts',
  ]),
  // MQTT, HTTP and timers are three paths to the same writer and do not depend on each other.
  ...['http', 'mqtt', 'timers'].flatMap((way) =>
    layers('server/src/features/ingest', ['devices', 'writer', 'intake', way]),
  ),
  {
    // Ingestion, events and live delivery are infrastructure, not domain concepts.
    name: 'domain-is-pure',
    from: /^server\/src\/features\/(?!(?:ingest|events|live)\/)(?:[^/]+\/)+(?!(?:index|tables)\.ts$)[^./]+\.ts$/,
    to: '\\.(routes|queries|wire|command|job)\\.ts$|^server/src/platform/|^npm:',
  },
  {
    name: 'sql-only-in-queries',
    from: /^server\/src\//,
    // The files of the top folder and of the program put the parts together.
    fromNot: /\.(queries|test|nightly)\.ts$|\/platform\/db\/|^server\/src\/(program\/)?[^/]+$/,
    to: '^npm:(kysely|pg|pg-copy-streams)$',
    valuesOnly: true,
  },
  {
    // The database type, which everything imports, is composed of these, so further imports would create cycles.
    name: 'tables-are-types',
    from: /\/tables\.ts$/,
    to: '',
    toNot: '^contract/|^npm:kysely$|^server/src/platform/db/column-types(\\.ts)?$',
  },
  { name: 'http-only-in-platform', from: /^server\/src\/(features|access)\//, to: '^npm:@?fastify' },
  {
    name: 'web-features-islands',
    from: /^web\/src\/features\/([^/]+)\//,
    to: '^web/src/features/',
    toNot: '^web/src/features/$1/',
  },
  // The portal, from the bottom: texts, ui, lib, session, domain, features, app. Each imports from those before it.
  { name: 'texts-at-the-bottom', from: /^web\/src\/texts\//, to: '^web/src/(?!texts/)' },
  {
    name: 'ui-knows-no-product',
    from: /^web\/src\/ui\//,
    to: '^(web/src/(lib|session|domain|features|app)|contract)/',
  },
  {
    name: 'lib-below-session',
    from: /^web\/src\/lib\//,
    fromNot: testFile,
    to: '^web/src/(session|domain|features|app)/',
  },
  {
    name: 'session-below-domain',
    from: /^web\/src\/session\//,
    fromNot: testFile,
    to: '^web/src/(domain|features|app)/',
  },
  // Code that several features share; features do not import each other.
  {
    name: 'domain-below-features',
    from: /^web\/src\/domain\//,
    fromNot: testFile,
    to: '^web/src/(features|app)/',
  },
  { name: 'features-below-app', from: /^web\/src\/features\//, fromNot: testFile, to: '^web/src/app/' },
  {
    name: 'tests-stay-outside',
    from: /^(contract|server|web|fleet|demo)\/src\//,
    fromNot: testFile,
    to: '^(e2e|bench)/|^[a-z0-9]+/test/|\\.test\\.tsx?$',
  },
]

export function breaks(rule: ImportRule, { from, to, typeOnly }: Import): boolean {
  const match = rule.from.exec(from)
  if (!match || rule.fromNot?.test(from) || (rule.valuesOnly && typeOnly) || to.startsWith('node:'))
    return false
  const filled = (pattern: string) => new RegExp(pattern.replace('$1', match[1] ?? '$1'))
  return filled(rule.to).test(to) && !(rule.toNot && filled(rule.toNot).test(to))
}
