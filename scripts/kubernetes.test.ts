import { expect, test } from 'vitest'
import { parseConfig } from '../server/src/program/config.ts'
import { textOf } from './repository-files.ts'
import { readYaml } from './yaml.ts'

interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds: number
  failureThreshold: number
}
interface Container {
  name: string
  image: string
  env: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  lifecycle?: { preStop: { exec: { command: string[] } } }
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    selector?: Record<string, unknown> & { matchLabels?: Record<string, string> }
    template?: {
      metadata: { labels: Record<string, string> }
      spec: { terminationGracePeriodSeconds: number; containers: Container[] }
    }
    ports?: { name: string; port: number; targetPort: string }[]
    rules?: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[]
  }
}

const manifests = readYaml<Manifest>(textOf('deploy/kubernetes/eot-live.yaml'))
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)
const workloads = manifests.flatMap(({ kind, metadata, spec }) => {
  const { template, selector } = spec ?? {}
  const [container] = template?.spec.containers ?? []
  return template && container ? [{ kind, name: metadata.name, selector, template, container }] : []
})
const served = textOf('server/src/platform/http/operator-pages.ts')
/** Where the file has "change-me", which the program refuses. */
const changed = {
  SECRET_KEY: 'a0'.repeat(32),
  ADMIN_PASSWORD: 'long-enough-1',
  METRICS_TOKEN: 'b1'.repeat(16),
}
/** How long a process needs to stop at most. */
const stopSeconds = 10

test('each object is named once and in the namespace of the file', () => {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(new Set(names).size).toBe(names.length)
  const placed = manifests
    .filter(({ kind }) => kind !== 'Namespace')
    .map(({ metadata }) => metadata.namespace)
  expect(new Set(placed)).toEqual(new Set(['eot-live']))
})

test('each role of the program runs, with settings that it accepts', () => {
  const roles = workloads.map(({ container }) => container.env.find(({ name }) => name === 'ROLES')?.value)
  expect(roles.sort()).toEqual(['api', 'ingest', 'worker'])
  for (const { container } of workloads) {
    const { configMapRef, secretRef } = Object.assign({}, ...container.envFrom)
    const environment = {
      ...find('ConfigMap', configMapRef.name)?.data,
      ...find('Secret', secretRef.name)?.stringData,
      ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
    }
    const config = parseConfig({ ...environment, ...changed })
    expect(config.port).toBe(container.ports.find(({ name }) => name === 'http')?.containerPort)
    expect(container.image).toBe('eot-live')
  }
})

test('probes ask pages that the program serves, and leave time for long migrations', () => {
  for (const { name, container } of workloads) {
    const { startupProbe, readinessProbe, livenessProbe } = container
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect(served).toContain(`server.get('${httpGet.path}'`)
      expect(container.ports.map(({ name }) => name)).toContain(httpGet.port)
    }
    // A fault of the database must not take all processes that serve people or devices out of service.
    expect(readinessProbe.httpGet.path).toBe(name === 'worker' ? '/health/ready' : '/health/serving')
    // Not ready, for example without a database, is no reason to kill it.
    expect([startupProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/health/live', '/health/live'])
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(1800)
  }
})

test('processes of the portal wait for proxies before they stop, and all have time to finish', () => {
  for (const { name, template, container } of workloads) {
    const [command, seconds = '0'] = container.lifecycle?.preStop.exec.command ?? []
    expect([name, command]).toEqual([name, name === 'api' ? 'sleep' : undefined])
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + stopSeconds)
  }
})

test('selectors, the service and the ingress lead to the processes', () => {
  for (const { selector, template } of workloads)
    expect(template.metadata.labels).toEqual(selector?.matchLabels)
  const [path] = find('Ingress', 'portal')?.spec.rules?.[0]?.http.paths ?? []
  const service = find('Service', path?.backend.service.name ?? '')?.spec
  const port = service?.ports?.find(({ name }) => name === path?.backend.service.port.name)
  const chosen = workloads.filter(({ template }) =>
    Object.entries(service?.selector ?? {}).every(([key, value]) => template.metadata.labels[key] === value),
  )
  expect(chosen.map(({ name }) => name)).toEqual(['api'])
  expect(chosen[0]?.container.ports.map(({ name }) => name)).toContain(port?.targetPort)
})

test('a browser stays with one process', () => {
  const annotations = find('Ingress', 'portal')?.metadata.annotations ?? {}
  expect(annotations['nginx.ingress.kubernetes.io/affinity']).toBe('cookie')
  expect(Object.values(annotations).filter((value) => typeof value !== 'string')).toEqual([])
})
