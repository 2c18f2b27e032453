import { useQuery } from '@tanstack/react-query'
import { readAll } from '../service/read-all.ts'
import { admin } from '../service/service.ts'
import type { User } from '../service/types.ts'
import { useService } from './service.tsx'
import { useSelf } from './session.tsx'

const nobody: ReadonlyMap<number, string> = new Map()

/** The names of users by ID; only administrators may read them. */
export function useUserNames(): ReadonlyMap<number, string> {
  const service = useService()
  const isAdministrator = useSelf().capabilities.manage_users
  const { data = nobody } = useQuery({
    queryKey: ['users', 'names'],
    enabled: isAdministrator,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const users = await readAll<User>(service, admin('/users'), {}, signal)
      return new Map(users.map(({ id, name, username }) => [id, name === '' ? username : name]))
    },
  })
  return data
}
