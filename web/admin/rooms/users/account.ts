import type { User } from '../../service/types.ts'

/** A user as returned to administrators (interface: Users). */
export interface Account extends User {
  readonly email: string
}

export interface ApplicationPassword {
  readonly uuid: string
  readonly name: string
  readonly created_utc: string
  readonly expires_utc?: string
  /** Absent if it was never used. */
  readonly last_used_utc?: string
}

export interface IssuedPassword extends ApplicationPassword {
  readonly password: string
}

export const nameOf = ({ name, username }: Pick<User, 'name' | 'username'>): string =>
  name === '' ? username : name
