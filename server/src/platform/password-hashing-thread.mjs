// A thread of `createPasswordHashing`. Not TypeScript, since the compiler would be loaded a second time, with 25 MB.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

try {
  // On Linux, "<process>/task/<thread>". Hashing a flood of wrong passwords then only takes time that nobody else needs.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Other systems have no priority for a single thread: it stays at the usual one.
}

parentPort?.on('message', ({ id, passwordHash, password, cost }) => {
  try {
    const value = passwordHash === undefined ? hashSync(password, cost) : verifySync(passwordHash, password)
    parentPort?.postMessage({ id, value })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
