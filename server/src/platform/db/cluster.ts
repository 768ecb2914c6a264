/** The account that runs PostgreSQL if the program's own account cannot, as root cannot. */
export type Account = { uid: number; gid: number }

/** A PostgreSQL data directory, the account that runs its server (undefined: the program's own), and its socket. */
export type Cluster = { directory: string; account: Account | undefined; socketDir: string }

export const clusterRole = 'eot'
export const clusterDatabase = 'eot'

/**
 * Returns the path for programs that run under the account: their working directory. This way the account needs no access to
 * the directories above, such as /root.
 */
export function pathForAccount({ directory, account }: Cluster): string {
  return account ? '/proc/self/cwd' : directory
}

/**
 * Freed memory that each PostgreSQL process keeps for later statements, in bytes. By default, glibc returns allocations of more
 * than 128 kB to the operating system, and the next statement has to get new pages, one page fault at a time.
 */
const keptBytes = String(16 * 1024 * 1024)

/** Returns a minimal environment, so that no inherited PG… variable affects the server. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    MALLOC_TRIM_THRESHOLD_: keptBytes,
    MALLOC_MMAP_THRESHOLD_: keptBytes,
  }
}
