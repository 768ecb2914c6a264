/** A piece of work that should soon end or make progress. */
interface Watched {
  name: string
  /** Consecutive checks without progress. */
  idleChecks: number
}

/** A check per second. Checks are counted, not time, so that a suspended process does not look stalled. */
export const checkEveryMs = 1000
/** The program is not ready while some work has made no progress for this many checks. */
const unhealthyAfter = 10
/** … and is restarted after this many. Longer than any statement timeout. */
export const restartAfter = 40

/** One set for the whole process, since a stall restarts the process as a whole. */
const allWatched = new Set<Watched>()

/**
 * Runs work on which the processing of data depends. If it neither ends nor calls `progress` for 10 s, the process is
 * reported as not ready; after 40 s, it is restarted.
 */
export async function underWatch<Result>(
  name: string,
  work: (progress: () => void) => Promise<Result>,
): Promise<Result> {
  const watched = { name, idleChecks: 0 }
  allWatched.add(watched)
  try {
    return await work(() => {
      watched.idleChecks = 0
    })
  } finally {
    allWatched.delete(watched)
  }
}

/** Returns the names of the work that has made no progress for some time. */
export function listStalls(afterChecks = unhealthyAfter): string[] {
  const stalled = [...allWatched].filter(({ idleChecks }) => idleChecks >= afterChecks)
  return [...new Set(stalled.map(({ name }) => name))]
}

export interface WatchdogParts {
  /** Returns whether a restart could help now. Called every second while work is stalled. */
  canRestart(): Promise<boolean>
  /** Called once, with the names of the stalled work. */
  onStall(names: readonly string[]): void
  /** Number of checks without progress after which work is stalled. */
  restartAfter: number
}

/**
 * Checks every second whether watched work has stalled. While a restart could not help, for example because the database is
 * unavailable, stalled work is left alone; after that, it gets a quarter of `restartAfter` to recover. Returns a function
 * that stops the checks.
 */
export function startWatchdog({ canRestart, onStall, restartAfter: limit }: WatchdogParts): () => void {
  let isAsking = false
  const grace = Math.ceil(limit / 4)
  /** Checks left for stalled work to recover. */
  let graceChecks = 0

  async function check(): Promise<void> {
    for (const watched of allWatched) watched.idleChecks += 1
    if (isAsking) return
    if (listStalls(limit - grace).length === 0) {
      graceChecks = 0
      return
    }
    isAsking = true
    const isWorthIt = await canRestart()
    isAsking = false
    graceChecks = isWorthIt ? graceChecks - 1 : grace
    const stalls = listStalls(limit)
    if (graceChecks >= 0 || stalls.length === 0) return
    clearInterval(timer)
    onStall(stalls)
  }

  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return () => clearInterval(timer)
}
