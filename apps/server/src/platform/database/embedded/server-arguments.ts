/** A socket's path must fit into 107 bytes, `/.s.PGSQL.65535` included (sockaddr_un). */
const SOCKET_FOLDER_MAX = 107 - '/.s.PGSQL.65535'.length;

/** Command-line settings: they win over files in the cluster, so a new version's values apply to old folders. */
export function serverArguments(plan: {
  readonly folder: string;
  readonly cluster: string;
  readonly port: number;
  readonly durable: boolean;
}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(plan.port),
    unix_socket_directories: fitsSocket(plan.cluster) ? plan.cluster : '',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    // Measured idle: 22 MB in all processes together. One machine, one server, a pool of some 20.
    shared_buffers: '64MB',
    max_connections: '60',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    lc_messages: 'C',
    ...(plan.durable ? {} : NOT_DURABLE),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', plan.cluster, ...options];
}

/** Tests throw their cluster away: waiting for the disk would only make them slower. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '120',
};

const fitsSocket = (folder: string): boolean => Buffer.byteLength(folder) <= SOCKET_FOLDER_MAX;
