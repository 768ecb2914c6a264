import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startBroker } from '../test/test-broker.ts'
import type { Readings } from './kinds.ts'

const device = {
  mac: 'A4:CF:12:7B:03:9E',
  key: 'k',
  name: '413',
  roomType: 'restroom',
  timeZone: 'UTC',
  seed: 1,
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number; out: string; err: string }>
}

function run(command: 'simulate' | 'replay', ...parameters: string[]): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended: ended.then(([[code], out, err]) => ({ code, out, err })) }
}

test('simulate reports readings, triggers a requested incident and disconnects cleanly when interrupted', async () => {
  const at = await startBroker({ [device.mac]: device.key })
  onTestFinished(() => at.close())
  const file = join(await folderWith({ 'fleet.json': JSON.stringify([device]) }), 'fleet.json')
  const { child, ended } = run(
    'simulate',
    ...['--devices', file, '--mqtt', at.url, '--interval', '0.1'],
    ...['--incidents', 'none', '--incident', 'tampering', '--in', '0.3'],
  )
  const tampers = () =>
    at
      .received<{ readings: Readings }>(device.mac, 'readings')
      .filter(({ readings }) => readings?.tamper === 1)
  await at.until(() => tampers().length > 0)
  child.kill('SIGINT')
  const { code, out, err } = await ended
  expect(err).toBe('')
  expect(code).toBe(0)
  expect(out).toContain('tampering at 413 (A4:CF:12:7B:03:9E)')
  expect(out).toMatch(/\d+ readings acknowledged, \d+ not sent, 0 dropped/)
  expect(at.received(device.mac, 'status').at(-1)).toEqual({ state: 'offline' })
})

test('replay sends the recordings of a folder and prints a summary', async () => {
  const at = await startBroker({ [device.mac]: device.key })
  onTestFinished(() => at.close())
  const folder = await folderWith({
    'devices.json': JSON.stringify([device]),
    '413.csv': 'timestamp,co2\n2026-11-20 10:00:00,500\n2026-11-20 10:00:00,501\n2026-11-20 10:01:00,x\n',
  })
  const { ended } = run(
    'replay',
    ...['--folder', folder, '--devices', join(folder, 'devices.json'), '--mqtt', at.url, '--shift-to-now'],
  )
  const { code, out, err } = await ended
  expect(err).toBe('')
  expect(code).toBe(0)
  expect(out).toMatch(/rows read +3 \(1 without a time or a value\)/)
  expect(out).toMatch(/distinct rows +1\n/)
  expect(out).toMatch(/messages acknowledged +1 with 2 rows/)
  expect(at.received(device.mac, 'readings')).toMatchObject([
    [{ readings: { ECO2: 500 } }, { readings: { ECO2: 501 } }],
  ])
})

test.each<['simulate' | 'replay', string[], RegExp]>([
  ['simulate', [], /--devices is missing/],
  ['simulate', ['--devices', 'nowhere.json'], /nowhere.json cannot be read/],
  ['replay', [], /--folder is missing/],
  ['replay', ['--folder', '.', '--url', 'http://localhost:1'], /--email is missing/],
  ['replay', ['--folder', '.', '--devices', 'nowhere.json'], /nowhere.json cannot be read/],
  ['replay', ['--color', 'red'], /--color/],
])('%s %j exits with code 1 and names the invalid option', async (command, parameters, reason) => {
  const { code, err } = await run(command, ...parameters).ended
  expect(code).toBe(1)
  expect(err).toMatch(reason)
})
