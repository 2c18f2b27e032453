import { bodyOf } from '../api/operation.ts'
import { handleRead } from '../api/read.ts'
import { HttpProblem, noLongerAvailable } from '../errors.ts'
import type { Parameters } from '../resources/parameter.ts'
import { context as contextParameter, fallback, language } from '../resources/common-parameters.ts'
import type { Resource } from '../resources/resource.ts'
import { slugSought } from '../text/slug.ts'
import type { PageContext } from './context.ts'
import { pageMissing } from './problem-page.ts'

/** A resource by the slug of its page, as the API reads it. */
interface ReadResource<T> {
  readonly shown: T
  /** Whether the response must not be shared, because a password unlocked it. */
  readonly isPrivate: boolean
}

const parametersOf = ({ readParameters = {} }: Resource): Parameters => ({
  ...readParameters,
  ...contextParameter,
  ...language,
  ...fallback,
})

/** Unpublished resources do not exist for visitors, and trashed ones are gone (interface: Web pages). */
async function problemFor(error: unknown, { reads, request }: PageContext, resource: Resource) {
  if (!(error instanceof HttpProblem)) return error
  const { status, code } = error
  if (status === 403 && code.endsWith('-not-accessible')) return pageMissing()
  const isGone = status === 404 && (await reads.isSlugInTrash(resource, slugSought(request.path.slug!)))
  return isGone ? noLongerAvailable(resource.singular) : error
}

export async function readResource<T>(context: PageContext, resource: Resource): Promise<ReadResource<T>> {
  const { request, reads, store, config, limits } = context
  const { password } = request.sent
  const sent = { ml_language: context.language, ...(typeof password === 'string' ? { password } : {}) }
  const apiRequest = { ...request, sent, caller: undefined }
  try {
    const result = await handleRead(
      { store, config, limits },
      reads,
      resource,
      parametersOf(resource),
      apiRequest,
    )
    return { shown: bodyOf(result) as T, isPrivate: result.isPrivate ?? false }
  } catch (error) {
    throw await problemFor(error, context, resource)
  }
}
