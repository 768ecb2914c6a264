import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of the current request. Every function that the request calls can read it. */
const origin = new AsyncLocalStorage<string>()

/** Runs the work of a request from this network address. */
export const withOrigin = <T>(address: string, work: () => T): T => origin.run(address, work)

/** Runs work that a request only triggers, such as background work that serves others too. */
export const withoutOrigin = <T>(work: () => T): T => origin.exit(work)

/** Returns the network address of the current request; null outside of requests. */
export const originAddress = (): string | null => origin.getStore() || null
