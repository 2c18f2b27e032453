import { queryOptions } from '@tanstack/react-query'
import { admin, type Service } from '../../service/service.ts'
import { importsKey, type ImportWithRows, type RowFilter } from './import.ts'

export const rowsPerPage = 50

const pollMs = 700

/** One import with a page of its rows; polled while it runs. */
export function importQuery(service: Service, id: number, page = 1, only?: RowFilter) {
  const filter = only === 'suspected' ? { suspected: true } : { action: only }
  const query = { page, per_page: rowsPerPage, ...filter }
  return queryOptions({
    queryKey: [...importsKey, id, query],
    queryFn: ({ signal }) => service.read<ImportWithRows>(admin(`/imports/${id}`), { query, signal }),
    refetchInterval: ({ state: { data } }) => (data?.body.state === 'running' ? pollMs : false),
  })
}
