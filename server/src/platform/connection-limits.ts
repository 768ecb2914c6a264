import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Log } from './log.ts'
import { addressKey } from './rate-limit.ts'

export interface ConnectionLimits {
  /**
   * Counts a new connection until it closes. Destroys it and returns false if its address or the listener has reached its
   * limit.
   */
  admit(socket: Socket): boolean
  /** Number of open connections. */
  count(): number
}

interface Limits {
  /** Name of the listener in the log: `MQTT` or `HTTP`. */
  kind: string
  /** Maximum open connections per address. IPv6 addresses count by their first 64 bits. */
  perAddress: number
  /** Addresses shared by many clients, such as proxies: only the total applies to them. Default: none. */
  isShared?: (address: string) => boolean
  /** Maximum open connections of all addresses together. */
  total: number
  log: Log
}

/** A flood of connections logs one line a minute, not one per connection. */
const warnEveryMs = 60_000

/** Limits the open connections of one listener. */
export function createConnectionLimits({
  kind,
  perAddress,
  isShared = () => false,
  total,
  log,
}: Limits): ConnectionLimits {
  const open = new Map<string, number>()
  let count = 0
  let refused = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function refuse(socket: Socket, address: string): false {
    socket.destroy()
    refused += 1
    if (performance.now() - warnedAt < warnEveryMs) return false
    log.warn({ kind, address, open: count, refused }, 'refused connections over the limit')
    warnedAt = performance.now()
    refused = 0
    return false
  }

  return {
    admit(socket) {
      const address = addressKey(socket.remoteAddress ?? '')
      const held = open.get(address) ?? 0
      if (count >= total || (held >= perAddress && !isShared(socket.remoteAddress ?? '')))
        return refuse(socket, address)
      count += 1
      open.set(address, held + 1)
      socket.once('close', () => {
        count -= 1
        const left = (open.get(address) ?? 1) - 1
        if (left === 0) open.delete(address)
        else open.set(address, left)
      })
      return true
    },
    count: () => count,
  }
}

/** File descriptors reserved for files, the database and outgoing connections. */
const reserved = 256
/** A common minimum, for systems that do not report their limit. */
const usualOpenFiles = 1024

/**
 * Returns the maximum connections of all listeners of this process together, so that it does not run out of file descriptors.
 */
export function mostConnections(openFiles = findOpenFilesLimit()): number {
  return Math.max(16, openFiles - Math.min(reserved, openFiles >> 1))
}

/** Finds the maximum number of open file descriptors of this process (the soft limit). */
function findOpenFilesLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? usualOpenFiles)
  } catch {
    return usualOpenFiles // not Linux
  }
}
