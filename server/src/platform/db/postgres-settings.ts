/**
 * Server settings, passed on the command line, so that no configuration file can override them. Sized for a small machine
 * that the database shares with this program.
 */
export function postgresSettings(socketDir: string): string[] {
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
    'shared_buffers=256MB',
    'effective_cache_size=1GB',
    'max_wal_size=2GB',
    'min_wal_size=256MB',
    'wal_compression=on',
    'checkpoint_timeout=15min',
    // Each reading replaces the state of its device. The space of replaced rows is reused only after a vacuum.
    'autovacuum_naptime=15s',
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
