import { Worker } from 'node:worker_threads'

/** Cost of a new hash, as Argon2 names it. `memoryCost` is in KiB. */
export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

type Task = { password: string; cost: HashCost } | { password: string; passwordHash: string }
type Result = { id: number; value: string | boolean } | { id: number; error: Error }

export interface PasswordThread {
  hash(password: string, cost: HashCost): Promise<string>
  /** Rejects if `passwordHash` is not a hash. */
  verify(passwordHash: string, password: string): Promise<boolean>
}

/**
 * Creates a thread that hashes at a low priority, one task after another. It starts with its first task, restarts after a
 * crash, and does not keep the process running.
 */
export function createPasswordThread(): PasswordThread {
  const waiting = new Map<number, PromiseWithResolvers<string | boolean>>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./password-hashing-thread.mjs', import.meta.url), { execArgv: [] })
    started.on('message', (result: Result) => {
      const task = waiting.get(result.id)
      waiting.delete(result.id)
      if (waiting.size === 0) started.unref()
      if ('error' in result) task?.reject(result.error)
      else task?.resolve(result.value)
    })
    started.on('error', (error) => {
      worker = undefined
      for (const task of waiting.values()) task.reject(error)
      waiting.clear()
    })
    return started
  }

  function run(task: Task): Promise<string | boolean> {
    worker ??= start()
    const id = ++lastId
    const result = Promise.withResolvers<string | boolean>()
    waiting.set(id, result)
    worker.ref()
    worker.postMessage({ id, ...task })
    return result.promise
  }

  return {
    hash: async (password, cost) => String(await run({ password, cost })),
    verify: async (passwordHash, password) => (await run({ passwordHash, password })) === true,
  }
}
