import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Setting } from '../server/src/program/setting-schemas.ts'
import { settings } from '../server/src/program/settings.ts'
import { hasNginx, writeNginxConfig } from '../server/test/nginx.ts'
import { files, textOf } from './repository-files.ts'
import { readYaml } from './yaml.ts'

const deployed = files.filter((path) => path.startsWith('deploy/') && !path.endsWith('.md'))
const names = new Set(Object.values<Setting>(settings).map(({ name }) => name))
/** Variables of other programs, or of the build. */
const foreign = new Set(['DATABASE_PASSWORD', 'MQTT_PASSWORD', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'CMD'])

test('deployment files set only settings that the program has', () => {
  const unknown = deployed.flatMap((path) =>
    [...textOf(path).matchAll(/(?:^|[\s{"$=])([A-Z][A-Z]+_[A-Z_]+)(?=[:=}?"\s])/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !names.has(name) && !foreign.has(name) && !name.startsWith('CAP_'))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('the image contains a release for the architecture it is built for', () => {
  const text = textOf('deploy/docker/Dockerfile')
  // A default would override the value that BuildKit sets.
  expect(text.match(/^ARG +(TARGET|BUILD)(PLATFORM|OS|ARCH|VARIANT)=/m)).toBeNull()
  expect(text).not.toMatch(/^FROM +--platform/m)
  // Without a named architecture, the release is for the machine that assembles it.
  expect(text).toMatch(/npm run release -- --unpacked/)
})

test('alert rules and the dashboard use only metrics that the program has', () => {
  const sources = files.filter((path) => /^server\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  const known = new Set(sources.flatMap((path) => textOf(path).match(/\beot_[a-z_]+/g) ?? []))
  const used = deployed
    .filter((path) => path.includes('/monitoring/'))
    .flatMap((path) => textOf(path).match(/\beot_[a-z_]+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
})

/** The metrics that the program declares, and that of Node.js which has a rule. */
const declared = files
  .filter((path) => /^server\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .flatMap((path) => [...textOf(path).matchAll(/(?:\bname: |\bgauge\()'(eot_[a-z_]+)'/g)])
  .map(([, name = '']) => name)
  .concat('nodejs_eventloop_lag_p99_seconds')

test('every metric of the program is on the dashboard or in an alert rule, and in the manual', () => {
  const monitoring = deployed.filter((path) => path.includes('/monitoring/')).map(textOf)
  const manual = textOf('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(declared).toContain('eot_event_follower_lag')
  expect(declared.filter((name) => !monitoring.some((text) => text.includes(name)))).toEqual([])
  expect(declared.filter((name) => !manual.some((row) => row.includes(`\`${name}\``)))).toEqual([])
})

interface Rules {
  groups: {
    rules: {
      alert: string
      expr: string
      labels: { severity: string }
      annotations: { summary: string; action: string }
    }[]
  }[]
}

test('every YAML file is valid, and each alert rule says what to do', () => {
  for (const path of deployed.filter((one) => one.endsWith('.yaml'))) readYaml(textOf(path))
  const [rules] = readYaml<Rules>(textOf('deploy/monitoring/prometheus-alerts.yaml'))
  const all = rules?.groups.flatMap((group) => group.rules) ?? []
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(10)
  const manual = textOf('docs/operations.md')
  for (const { alert, expr, labels, annotations } of all) {
    expect(`${expr}${annotations.summary}`, alert).toMatch(/\beot|\bup\{/)
    expect(['critical', 'warning']).toContain(labels.severity)
    const chapter = /^docs\/operations\.md, "(.+)"$/.exec(annotations.action.replace(/^.*; /, ''))?.[1]
    if (chapter !== undefined) expect(manual).toMatch(new RegExp(`\n###? ${chapter}\n`))
    else expect(annotations.action.length, alert).toBeGreaterThan(10)
  }
})

test('the dashboard is one that Grafana can import', () => {
  const { panels, title } = JSON.parse(textOf('deploy/monitoring/grafana-dashboard.json'))
  expect(title).toBe('EoT LIVE')
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
})

const titleOfNginx = hasNginx ? '' : ' (nginx is not installed)'

test.skipIf(!hasNginx)(`nginx accepts its configuration${titleOfNginx}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { file } = await writeNginxConfig({ folder, processes: ['127.0.0.1:8080'] })
  const { stderr } = spawnSync('nginx', ['-t', '-c', file, '-p', folder], { encoding: 'utf8' })
  expect(stderr).toContain('test is successful')
})

test('nginx in containers differs only in asking for the addresses of the processes again', () => {
  const linesOf = (path: string) =>
    textOf(path)
      .split('\n')
      .map((line) => line.trim().replace(' resolve ', ' '))
      .filter((line) => line !== '' && !/^(#|zone |resolver )/.test(line))
  for (const line of [/^ +zone .+;$/m, /^ +resolver .+;$/m, /^ +server api:8080 resolve /m])
    expect(textOf('deploy/docker/upstream.conf')).toMatch(line)
  expect(linesOf('deploy/docker/upstream.conf')).toEqual(linesOf('deploy/proxy/upstream.conf'))
})
