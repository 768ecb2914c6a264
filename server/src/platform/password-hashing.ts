import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from './bounded-queue.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash, takes equally long and returns false. Set `isUrgent` for a user
   * who has already proven something, such as a known device, so that a flood of unknown clients cannot block them.
   */
  matches(passwordHash: string | null, password: string, how?: { isUrgent: boolean }): Promise<boolean>
}

// The default algorithm is Argon2id. Its constant is a const enum, which type stripping does not support.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a core, and one core is left to everything else. */
const parallel = availableParallelism() > 2 ? 2 : 1

/** Argon2id, one or two at a time. Throws `QueueFull` when too many requests are waiting. */
export async function createPasswordHashing(): Promise<PasswordHashing> {
  const queue = createBoundedQueue({ parallel, waiting: 50, reserved: 20 })
  const nobody = await hash('the password of nobody', cost)
  return {
    hash: (password) => queue.run(() => hash(password, cost)),
    matches: (passwordHash, password, how) =>
      queue.run(async () => (await verify(passwordHash ?? nobody, password)) && passwordHash !== null, how),
  }
}
