import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { readVersions } from '../../service/versions.ts'
import { useForm, useFormState } from './form.tsx'

/** The latest versions of the resource, and their number. */
export function useVersions() {
  const service = useService()
  const { kind } = useForm()
  const { id, etag } = useFormState()
  const { data } = useQuery({
    queryKey: [kind, 'history', id, etag],
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { body, total = 0 } = await readVersions(service, kind, id!, { page: 1, per_page: 20 }, signal)
      return { versions: body.versions, total }
    },
  })
  return data
}
