import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { onTestFinished } from 'vitest'
import type { HerdAnswer, HerdOrder } from './device-herd.ts'

export type HerdDevice = Pick<PortalDevice, 'mac' | 'key'>

interface Herd {
  /** Port of the broker to which these devices connect. */
  port: number
  devices: readonly HerdDevice[]
  /** A file that does not exist yet. */
  file: string
}

const script = fileURLToPath(new URL('./device-herd.ts', import.meta.url))

/** Starts herds of devices, each in a separate process, that run commands at the same time. */
export async function startHerds(herds: readonly Herd[], withinSeconds: number) {
  const asks = await Promise.all(herds.map((herd) => startHerd(herd, withinSeconds)))
  return {
    async order(what: HerdOrder): Promise<HerdAnswer> {
      const answers = await Promise.all(asks.map((ask) => ask(what)))
      return {
        tookMs: Math.max(...answers.map(({ tookMs }) => tookMs)),
        retries: answers.reduce((sum, { retries }) => sum + retries, 0),
      }
    },
  }
}

async function startHerd({ port, devices, file }: Herd, withinSeconds: number) {
  await writeFile(file, JSON.stringify(devices))
  const herd = spawn(process.execPath, [script, `${port}`, `${withinSeconds}`, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void herd.kill())
  const answers = createInterface(herd.stdout)
  return async (what: HerdOrder): Promise<HerdAnswer> => {
    const answered = once(answers, 'line')
    herd.stdin.write(`${what}\n`)
    return JSON.parse(String((await answered)[0])) as HerdAnswer // by device-herd.ts
  }
}
