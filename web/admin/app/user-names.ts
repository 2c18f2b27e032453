import { useQuery } from '@tanstack/react-query'
import { admin, readAll } from '../service/service.ts'
import type { User } from '../service/types.ts'
import { useService } from './service.tsx'
import { useSelf } from './session.tsx'

const nobody: ReadonlyMap<number, string> = new Map()

/** The names of users by ID; empty for those who may not edit the entries of others. */
export function useUserNames(): ReadonlyMap<number, string> {
  const service = useService()
  const { edit_others: mayRead } = useSelf().capabilities
  const { data = nobody } = useQuery({
    queryKey: ['users', 'names'],
    enabled: mayRead,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const users = await readAll<Pick<User, 'id' | 'name'>>(service, admin('/users/names'), {}, signal)
      return new Map(users.map(({ id, name }) => [id, name]))
    },
  })
  return data
}
