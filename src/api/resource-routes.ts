import type { Parameters } from '../resources/parameter.ts'
import type { Kind } from '../resources/kinds.ts'
import type { Resource } from '../resources/resource.ts'
import { flag, languageOf, plain } from '../resources/parameter-types.ts'
import { context, fallback, language } from '../resources/common-parameters.ts'
import { createFieldsOf, handleCreate } from './create.ts'
import { handleList } from './list.ts'
import { feedServices, handleFeed, handleReadInForm, type FeedServices } from './feeds/index.ts'
import type { Form } from './formats/form.ts'
import { itemForms, listForms } from './formats/index.ts'
import { routeOf, type Operation, type OperationRequest, type Route } from './operation.ts'
import { handleDelete, handleDeleteTranslation } from './remove.ts'
import type { ResourceServices } from './service.ts'
import { handleRead } from './read.ts'
import { capitalized } from '../text/capitalized.ts'
import { resourcePath } from './target-resource.ts'
import { handleUpdate, updateFieldsOf } from './update.ts'
import { updatesOf } from './update-methods.ts'

const bySlug = { slug: plain('Slug of the resource') }

const translationLanguage = languageOf('Language of the translation')

const force = {
  force: flag('Whether to delete permanently instead of moving to the trash', { default: false }),
}

interface RouteParts {
  readonly service: ResourceServices
  readonly feeds: FeedServices
  /** Forms besides JSON. */
  readonly forms: readonly Form[]
}

type WithArticle<K extends Kind> = K extends `${'a' | 'e' | 'i' | 'o' | 'u'}${string}` ? `an ${K}` : `a ${K}`

const withArticle = (kind: Kind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}` as WithArticle<Kind>

/** Finds the requested form. */
const formOf = (forms: readonly Form[], { form }: OperationRequest): Form | undefined =>
  forms.find(({ extension }) => extension === form)

function collectionRoute(resource: Resource, { service, feeds, forms }: RouteParts): Route {
  const createFields = createFieldsOf(resource)
  const list: Operation = {
    method: 'GET',
    operationId: `list${capitalized(resource.name)}`,
    summary: `List ${resource.name}`,
    parameters: resource.listParameters,
    responseSchema: `${resource.name}List`,
    forms,
    run(request) {
      const form = formOf(forms, request)
      return form === undefined
        ? service.store.reading((reads) => handleList(reads, resource, request))
        : handleFeed(feeds, { resource, form, request })
    },
  }
  const create: Operation = {
    method: 'POST',
    operationId: `create${capitalized(resource.singular)}`,
    summary: `Create ${withArticle(resource.singular)}`,
    parameters: createFields,
    responseSchema: resource.singular,
    success: 201,
    run: handleCreate(service, resource, createFields),
  }
  return routeOf(`/${resource.name}`, list, create)
}

/** Read, update by any of three methods, delete: the same by id and by slug. */
function itemOperations(
  resource: Resource,
  { service, feeds, forms }: RouteParts,
  path: Parameters,
  suffix: string,
): Operation[] {
  const isById = suffix === ''
  const readable = isById ? (resource.readParameters ?? {}) : {}
  const shared = { ...language, ...fallback }
  const updateFields = updateFieldsOf(resource, isById)
  const name = `${capitalized(resource.singular)}${suffix}`
  const updates = updatesOf(name, {
    summary: `Update ${withArticle(resource.singular)}`,
    path,
    ...(!isById && resource.isSlugOptional ? { optionalInPath: ['slug'] } : {}),
    parameters: updateFields,
    responseSchema: resource.singular,
    run: (request) => handleUpdate(service, resource, updateFields, request),
  })
  const read = { ...readable, ...context, ...shared }
  const readAsJson = (request: OperationRequest, tellsProtection = false) =>
    service.store.reading((reads) => handleRead(service, reads, resource, read, request, tellsProtection))
  const deleteParameters = {
    ...readable,
    ...(resource.family === 'entries' ? force : {}),
    ...resource.deleteParameters,
    ...language,
  }
  return [
    {
      method: 'GET',
      operationId: `read${name}`,
      summary: `Read ${withArticle(resource.singular)}`,
      path,
      parameters: read,
      responseSchema: resource.singular,
      forms,
      run(request) {
        const form = formOf(forms, request)
        return form === undefined
          ? readAsJson(request)
          : handleReadInForm(feeds, { resource, form, request }, readAsJson)
      },
    },
    ...updates,
    {
      method: 'DELETE',
      operationId: `delete${name}`,
      summary: `Delete ${withArticle(resource.singular)}`,
      path,
      parameters: deleteParameters,
      responseSchema: resource.singular,
      run: (request) => handleDelete(service, resource, deleteParameters, request),
    },
  ]
}

const translationRoute = (resource: Resource, service: ResourceServices): Route =>
  routeOf(`/${resource.name}/{id}/translations/{lang}`, {
    method: 'DELETE',
    operationId: `delete${capitalized(resource.singular)}Translation`,
    summary: `Delete a translation of ${withArticle(resource.singular)}`,
    path: { ...resourcePath, lang: translationLanguage },
    parameters: language,
    responseSchema: resource.singular,
    run: (request) => handleDeleteTranslation(service, resource, translationLanguage, request),
  })

/** Every route of a resource, derived from its declaration. */
export function resourceRoutes(resource: Resource, service: ResourceServices): Route[] {
  const feeds = feedServices(service)
  const ofList: RouteParts = { service, feeds, forms: listForms[resource.name] ?? [] }
  const ofItem: RouteParts = { service, feeds, forms: itemForms[resource.name] ?? [] }
  const bySlugOperations = itemOperations(resource, ofItem, bySlug, 'BySlug')
  const bySlugRoute = routeOf(`/${resource.name}/by-slug/{slug}`, ...bySlugOperations)
  return [
    collectionRoute(resource, ofList),
    routeOf(`/${resource.name}/{id}`, ...itemOperations(resource, ofItem, resourcePath, '')),
    ...(resource.identifiedBy.includes('slug') ? [bySlugRoute] : []),
    translationRoute(resource, service),
  ]
}
