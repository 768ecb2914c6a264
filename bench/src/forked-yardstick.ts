import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs a yardstick in its own process, like the product. It sends its port once it listens. */
export async function withYardstick<T>(file: string, measure: (port: number) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  try {
    return await measure(await portOf(child))
  } finally {
    child.kill()
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const gone = once(child, 'exit').then(() => {
    throw new Error('a yardstick did not start')
  })
  const [port] = await Promise.race([once(child, 'message'), gone])
  return Number(port)
}
