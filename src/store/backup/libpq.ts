/** Connection URIs for PostgreSQL's own programs, which reject parameters that only the driver knows. */

/** The URI parameters of libpq (PostgreSQL 34.1.2, Parameter Key Words). */
const libpqParameters = new Set(
  `application_name channel_binding client_encoding connect_timeout dbname fallback_application_name gssdelegation
   gssencmode gsslib host hostaddr keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname
   load_balance_hosts options passfile port replication require_auth requirepeer service ssl_max_protocol_version
   ssl_min_protocol_version sslcert sslcertmode sslcompression sslcrl sslcrldir sslkey sslmode sslnegotiation
   sslpassword sslrootcert sslsni target_session_attrs tcp_user_timeout user`.split(/\s+/),
)

/** TLS modes that only the driver knows, with their equivalents in libpq. */
const modes: Readonly<Record<string, string>> = {
  'no-verify': 'require',
  true: 'require',
  '1': 'require',
  '0': 'disable',
}

interface Connection {
  readonly address: string
  readonly environment: Readonly<Record<string, string>>
}

/** Passes the password in the environment, because command lines are visible to every user of the machine. */
export function connectionOf(databaseUrl: string): Connection {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  const mode = url.searchParams.get('sslmode') ?? modes[url.searchParams.get('ssl') ?? '']
  url.password = ''
  for (const name of [...url.searchParams.keys()])
    if (!libpqParameters.has(name)) url.searchParams.delete(name)
  if (mode !== undefined) url.searchParams.set('sslmode', modes[mode] ?? mode)
  return { address: url.href, environment: password === '' ? {} : { PGPASSWORD: password } }
}
