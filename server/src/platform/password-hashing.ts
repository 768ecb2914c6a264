import { availableParallelism } from 'node:os'
import { createBoundedQueue } from './bounded-queue.ts'
import { createPasswordThread, type PasswordThread } from './password-thread.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /**
   * Returns whether the password matches the hash. Without a hash, takes equally long and returns false. Set `isUrgent` for a
   * user who has already proven something, such as a known device, so that a flood of unknown clients cannot block them.
   */
  matches(passwordHash: string | null, password: string, how?: { isUrgent: boolean }): Promise<boolean>
}

// The default algorithm is Argon2id. Its constant is a const enum, which type stripping does not support.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a core, and one core is left for all other work. */
const parallel = availableParallelism() > 2 ? 2 : 1

/** Shared by the process: each takes a few MiB, and all queues together use no more than `parallel` cores. */
const threads = Array.from({ length: parallel }, createPasswordThread)

/** Hashes with Argon2id, one or two at a time. Throws `QueueFull` when too many requests are waiting. */
export async function createPasswordHashing(): Promise<PasswordHashing> {
  const queue = createBoundedQueue({ parallel, waiting: 50, reserved: 20 })
  let last = 0
  const nextThread = () => threads[++last % parallel] as PasswordThread // never empty
  const nobody = await nextThread().hash('the password of nobody', cost)
  return {
    hash: (password) => queue.run(() => nextThread().hash(password, cost)),
    matches: (passwordHash, password, how) =>
      queue.run(
        async () => (await nextThread().verify(passwordHash ?? nobody, password)) && passwordHash !== null,
        how,
      ),
  }
}
