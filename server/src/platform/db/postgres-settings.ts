import { totalmem } from 'node:os'

const megabyte = 2 ** 20
/** More buffers made no difference in the benchmarks, and emptying a partition looks through all of them. */
const mostBuffersMb = 4096

/** Bytes of memory of the machine, or of the container if it is limited to less. */
export function usableMemory(): number {
  const limit = process.constrainedMemory() // 0 if there is none
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns server settings, which are passed on the command line so that no configuration file can override them. PostgreSQL
 * shares the machine, of so many bytes of memory, with this program.
 */
export function postgresSettings(socketDir: string, memoryBytes = usableMemory()): string[] {
  const memoryMb = memoryBytes / megabyte
  // A quarter, as the documentation of PostgreSQL suggests. Memory is not taken before it is used.
  const buffersMb = Math.min(mostBuffersMb, Math.max(128, Math.floor(memoryMb / 4)))
  return [
    // Only those who can enter the socket directory can connect; nothing listens on the network.
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    'unix_socket_permissions=0700',
    'max_connections=100',
    // An acknowledged reading must survive a power loss.
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    `shared_buffers=${buffersMb}MB`,
    `effective_cache_size=${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    'max_wal_size=2GB',
    'min_wal_size=256MB',
    'wal_compression=on',
    'checkpoint_timeout=15min',
    'random_page_cost=1.1',
    // A statement over many partitions locks each of them with its indexes.
    'max_locks_per_transaction=256',
    // Leaves the cores to ingestion. Parallel workers also need more /dev/shm than containers have.
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // One file per weekday below pg/log, overwritten each week.
    'logging_collector=on',
    'log_directory=log',
    'log_filename=postgresql-%a.log',
    'log_rotation_age=1d',
    'log_truncate_on_rotation=on',
    'log_checkpoints=off',
    'cluster_name=eot',
  ]
}
