import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Log } from './log.ts'
import { addressKey } from './rate-limit.ts'

export interface ConnectionLimits {
  /**
   * Counts a new connection until it closes. Answers false, and has ended it, where its address or the listener as a
   * whole holds as many as it may.
   */
  admit(socket: Socket): boolean
  /** Connections open now. */
  count(): number
}

interface Limits {
  /** What is limited, for the log: `MQTT`, `HTTP`. */
  kind: string
  /** Open connections of one address, at most. Of an IPv6 address the first 64 bits count. */
  perAddress: number
  /** Addresses that stand for many, such as proxies: only the total counts for them. Absent: none. */
  isShared?: (address: string) => boolean
  /** Open connections of all addresses, at most. */
  total: number
  log: Log
}

/** A flood is worth one line of the log a minute, not one a connection. */
const warnEveryMs = 60_000

/** Bounds the open connections of one listener. */
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
    log.warn({ kind, address, open: count, refused }, 'connections beyond the limit were refused')
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

/** Descriptors kept for files, the database and outgoing connections. */
const reserved = 256
/** Where the system does not say, the least that is usual. */
const usualOpenFiles = 1024

/** How many connections all listeners of this process may hold together without running out of descriptors. */
export function mostConnections(openFiles = findOpenFilesLimit()): number {
  return Math.max(16, openFiles - Math.min(reserved, openFiles >> 1))
}

/** The number of descriptors this process may have open. */
function findOpenFilesLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? usualOpenFiles)
  } catch {
    return usualOpenFiles // not Linux
  }
}
