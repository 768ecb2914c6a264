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

/** Argon2id, two at a time, since each takes 19 MiB and a core. Throws `QueueFull` when too many requests are waiting. */
export async function createPasswordHashing(): Promise<PasswordHashing> {
  const queue = createBoundedQueue({ parallel: 2, waiting: 50, reserved: 20 })
  const nobody = await hash('the password of nobody', cost)
  return {
    hash: (password) => queue.run(() => hash(password, cost)),
    matches: (passwordHash, password, how) =>
      queue.run(async () => (await verify(passwordHash ?? nobody, password)) && passwordHash !== null, how),
  }
}
