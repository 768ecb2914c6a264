import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../server/src/program/config.ts'
import { root, textOf } from './repository-files.ts'
import { readYaml } from './yaml.ts'

interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  stop_grace_period?: string
  restart: string
  depends_on?: string[] | Record<string, unknown>
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const folder = 'deploy/docker'
/** What whoever installs it provides. */
const given = {
  ADMIN_PASSWORD: 'long-enough-1',
  DATABASE_PASSWORD: 'secret',
  MQTT_PASSWORD: 'secret',
  SECRET_KEY: 'a0'.repeat(32),
  SMTP_URL: '',
}
/** Files that whoever installs it makes. */
const made = ['./tls', './passwords']
const exposed = /^EXPOSE (.+)$/m.exec(textOf(`${folder}/Dockerfile`))?.[1]?.split(' ') ?? []

const fill = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::[^}]*)?\}/g, (_, name: keyof typeof given) => {
    expect(Object.keys(given)).toContain(name)
    return given[name]
  })

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0
const title = hasCompose ? '' : ' (docker compose is not installed)'

const names = ['compose.yaml', 'compose.processes.yaml']

test.each(names)('%s has only services, volumes and files that exist', (name) => {
  const { services, volumes } = read(name)
  for (const [
    service,
    { depends_on = [], build, volumes: mounted = [], image, ports = [] },
  ] of Object.entries(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(needed.filter((other) => !(other in services))).toEqual([])
    const sources = mounted.map((volume) => volume.split(':')[0] ?? '')
    for (const source of sources)
      if (!source.startsWith('.')) expect(Object.keys(volumes), service).toContain(source)
      else if (!made.includes(source)) expect(existsSync(join(root, folder, source)), source).toBe(true)
    if (build) expect(existsSync(join(root, folder, build.context, build.dockerfile))).toBe(true)
    if (image === 'eot-live') for (const port of ports) expect(exposed).toContain(port.split(':')[1])
  }
  const builders = Object.values(services).filter(({ build }) => build)
  expect(builders.map(({ image }) => image)).toEqual(['eot-live'])
})

test.each(names)('%s gives the program settings that it accepts, and time to finish', (name) => {
  const programs = Object.values(read(name).services).filter(({ image }) => image === 'eot-live')
  const roles = programs.map(({ environment = {}, stop_grace_period, restart }) => {
    const filled = Object.entries(environment).map(([key, value]) => [key, fill(value)])
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(10)
    expect(restart).toBe('always')
    return parseConfig(Object.fromEntries(filled)).roles
  })
  expect(new Set(roles.flat())).toEqual(new Set(['api', 'ingest', 'worker']))
})

test.skipIf(!hasCompose).each(names)(`docker compose accepts %s${title}`, (name) => {
  const { stderr, status } = spawnSync(
    'docker',
    ['compose', '-f', join(root, folder, name), 'config', '--quiet'],
    { encoding: 'utf8', env: { ...process.env, ...given } },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

function read(name: string): Compose {
  const [compose] = readYaml<Compose>(textOf(`${folder}/${name}`))
  if (!compose) throw new Error(`${name} is empty`)
  return compose
}
