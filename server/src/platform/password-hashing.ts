import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from './bounded-queue.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /**
   * Whether the password is the hashed one. Without a hash it takes as long, and the answer is no. Urgent is what comes
   * from somebody who has proven something already, such as a known device: a crowd of strangers does not keep it out.
   */
  matches(passwordHash: string | null, password: string, how?: { isUrgent: boolean }): Promise<boolean>
}

// The library's default algorithm is Argon2id; it names it by a const enum, which stripped types cannot use.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id, two at a time: each takes 19 MiB and a core. Throws `QueueFull` when too many wait. */
export async function createPasswordHashing(): Promise<PasswordHashing> {
  const queue = createBoundedQueue({ parallel: 2, waiting: 50, reserved: 20 })
  const nobody = await hash('the password of nobody', cost)
  return {
    hash: (password) => queue.run(() => hash(password, cost)),
    matches: (passwordHash, password, how) =>
      queue.run(async () => (await verify(passwordHash ?? nobody, password)) && passwordHash !== null, how),
  }
}
