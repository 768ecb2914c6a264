import type { ChildProgram } from '@eot/server/test/child-program'

/** A process of the program that is started again whenever it ends, as by systemd or Kubernetes. */
export interface Supervised {
  readonly name: string
  /** The last lines of output of each run. */
  readonly said: readonly string[]
  /** Returns whether its health check reports that it is ready. */
  isReady(): Promise<boolean>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Throws if it has exited by itself. */
  check(): void
  /** Returns the exit code. */
  stop(): Promise<number | null>
}

const againAfterMs = 500

export function supervise(name: string, port: number, launch: () => ChildProgram): Supervised {
  let isWanted = true
  let failure: Error | undefined
  const earlier: string[] = []
  let current = watch()

  function watch(): ChildProgram {
    const program = launch()
    let wasReady = false
    program.ready.then(
      () => {
        wasReady = true
      },
      () => undefined, // its exit is handled below
    )
    program.ended.then(({ signal, code }) => {
      earlier.push(...program.said)
      if (!isWanted) return
      // It may exit if the database is unavailable during its start. Once it was ready, it never exits by itself.
      if (wasReady && signal !== 'SIGKILL')
        failure ??= new Error(`${name} ended by itself (${signal ?? code}):\n${program.said.join('\n')}`)
      setTimeout(() => {
        if (isWanted) current = watch()
      }, againAfterMs)
    })
    return program
  }

  return {
    name,
    get said() {
      return [...earlier, ...(current.hasEnded ? [] : current.said)]
    },
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    kill: () => current.kill(),
    check() {
      if (failure) throw failure
    },
    async stop() {
      isWanted = false
      return current.hasEnded ? 0 : current.stop()
    },
  }
}
