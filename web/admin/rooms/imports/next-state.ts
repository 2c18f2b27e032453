import { writeOnce } from '../../parts/lost-answer.ts'
import { admin, type Answer, type Method, type Service } from '../../service/service.ts'
import type { Import } from './import.ts'

/** Sends what brings an import to its next state; if the response is lost, the state tells whether it was carried out. */
export function toNextState(
  service: Service,
  { id, state }: Pick<Import, 'id' | 'state'>,
  method: Method,
  { step = '', body }: { readonly step?: string; readonly body?: object } = {},
): Promise<Answer<Import>> {
  const path = admin(`/imports/${id}`)
  const findDone = async () => {
    const answer = await service.read<Import>(path)
    return answer.body.state === state ? undefined : answer
  }
  return writeOnce(() => service.write<Import>(method, path + step, body), findDone)
}
