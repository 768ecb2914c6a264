/** The account that PostgreSQL runs under where the program itself may not run it. */
export type Account = { uid: number; gid: number }

/** A directory of PostgreSQL files, the account that runs its server (undefined: the program's own), its socket. */
export type Cluster = { directory: string; account: Account | undefined; socketDir: string }

export const clusterRole = 'eot'
export const clusterDatabase = 'eot'

/**
 * What the account is told instead of the path: the directory it is started in. This way it needs no access to
 * the directories above (a checkout below /root), which it has not got when the program runs as root.
 */
export function pathForAccount({ directory, account }: Cluster): string {
  return account ? '/proc/self/cwd' : directory
}

/** Minimal, so that no PG… variable of the surroundings changes what is started. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
