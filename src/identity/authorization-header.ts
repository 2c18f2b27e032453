/** Parses the `Authorization` header in the two supported schemes (interface: Credentials). */

export interface NameAndPassword {
  readonly username: string
  readonly password: string
}

export type PresentedCredentials = NameAndPassword | { readonly token: string }

const schemes: Readonly<Record<string, (credentials: string) => PresentedCredentials | undefined>> = {
  basic: parseBasic,
  bearer: (token) => (/^[\w.~+/-]+=*$/.test(token) ? { token } : undefined),
}

/** Returns undefined if the header is malformed or uses another scheme. */
export function parseAuthorization(header: string): PresentedCredentials | undefined {
  const [, scheme = '', credentials = ''] = /^\s*(\w+) +(\S+)\s*$/.exec(header) ?? []
  const name = scheme.toLowerCase()
  return Object.hasOwn(schemes, name) ? schemes[name]!(credentials) : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses Basic credentials (RFC 7617) in UTF-8. The username ends at the first colon and must not contain control
 * characters; the password may contain further colons.
 */
function parseBasic(credentials: string): NameAndPassword | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credentials)) return undefined
  const text = decode(Buffer.from(credentials, 'base64'))
  const [, username, password] = /^([^:\p{Cc}]+):(?=\s*\S)(.*)$/su.exec(text ?? '') ?? []
  return username === undefined || password === undefined ? undefined : { username, password }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
