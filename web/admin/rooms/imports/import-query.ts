import { queryOptions } from '@tanstack/react-query'
import { admin, type Service } from '../../service/service.ts'
import { importsKey, type Action, type ImportWithRows } from './import.ts'

export const rowsPerPage = 50

const pollMs = 700

/** One import with a page of its rows, asked again while it runs. */
export function importQuery(service: Service, id: number, page = 1, action?: Action) {
  const query = { page, per_page: rowsPerPage, action }
  return queryOptions({
    queryKey: [...importsKey, id, query],
    queryFn: ({ signal }) => service.read<ImportWithRows>(admin(`/imports/${id}`), { query, signal }),
    refetchInterval: ({ state: { data } }) => (data?.body.state === 'running' ? pollMs : false),
  })
}
