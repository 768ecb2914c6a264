import { listProgramsIn, sendSignal } from '../src/platform/db/running-program.ts'

/** Sends SIGKILL to the postmaster and the backends that run in a data directory of PostgreSQL. */
export function killPostgresIn(directory: string): void {
  for (const pid of listProgramsIn(directory, 'postgres')) sendSignal(pid, 'SIGKILL')
}
