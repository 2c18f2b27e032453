import type { Generated } from 'kysely'

/** Tables of accounts: who may sign in, and what they did. */

export interface UserTable {
  id: Generated<number>
  username: string
  /** The username without case. */
  username_key: string
  name: string
  email: string
  role: string
  registered: number
}

export interface ApplicationPasswordTable {
  uuid: string
  user_id: number
  name: string
  /** argon2id of the password, SHA-256 of the token; neither is stored itself. */
  password_hash: string
  token_hash: string
  created: number
  expires: number | null
  /** Null if it was never used. */
  last_used: Generated<number | null>
}

/** The password with which a person signs in with a browser; it is valid for nothing else. */
export interface UserPasswordTable {
  user_id: number
  /** argon2id */
  password_hash: string
  changed: number
}

/** A link with which a person sets a password, usable once. */
export interface PasswordLinkTable {
  /** SHA-256 of the token, as for every token here. */
  token_hash: string
  user_id: number
  expires: number
}

/** Consecutive wrong passwords for one username, whether it exists or not. */
export interface SignInFailureTable {
  /** SHA-256, because people sometimes enter their password as the username. */
  name_hash: string
  failures: number
  last: number
}

/** A token held by a browser: of a session, or of an earlier sign-in. */
export interface BrowserTokenTable {
  token_hash: string
  user_id: number
  expires: number
}

/** Actions on accounts, and permanent deletions; see identity/audit-log.ts. */
export interface AuditLogTable {
  id: Generated<number>
  at: number
  action: string
  /** Null if nobody was signed in. */
  user_id: number | null
  /** The username at that time, or the one that was tried. */
  username: string
  target_kind: string | null
  target_id: number | null
  target_name: string | null
  /** The language of the title of an event that was decided about; null otherwise. */
  target_language: string | null
  address: string
}
