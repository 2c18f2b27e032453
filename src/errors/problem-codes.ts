import type { Message } from '../locales/fr.ts'
import { entryKinds, kinds } from '../resources/kinds.ts'

interface ProblemCode {
  readonly code: string
  readonly statuses: readonly number[]
  readonly when: Message
}

/** All error codes with their statuses and conditions. The reference is generated from this list. */
export const problemCodes: readonly ProblemCode[] = [
  { code: 'rest_missing_callback_param', statuses: [400], when: 'A required parameter is missing or null.' },
  { code: 'rest_invalid_param', statuses: [400], when: 'A parameter is invalid.' },
  { code: 'rest_invalid_json', statuses: [400], when: 'The body cannot be read.' },
  {
    code: 'rest_unsupported_media_type',
    statuses: [415],
    when: 'The media type, charset or content encoding of the body is not supported.',
  },
  {
    code: 'rest_body_too_large',
    statuses: [413],
    when: 'The body or the response exceeds the size limit.',
  },
  {
    code: 'rest_bad_request',
    statuses: [400, 408, 413, 414, 431],
    when: 'The request is malformed, its URL or headers are too large, or it timed out.',
  },
  {
    code: 'rest_no_route',
    statuses: [404, 405],
    when: 'The route does not exist or does not support the method.',
  },
  {
    code: 'rest_forbidden',
    statuses: [401, 403],
    when: 'Authentication is required, or permission is missing.',
  },
  { code: 'incorrect_credentials', statuses: [401], when: 'The credentials are incorrect.' },
  ...kinds.flatMap((kind): ProblemCode[] => [
    { code: `rest-${kind}-not-found`, statuses: [404], when: 'The ID or slug does not exist.' },
    {
      code: `rest-invalid-${kind}-id`,
      statuses: [404],
      when: 'The ID belongs to a different kind of resource.',
    },
  ]),
  ...entryKinds.flatMap((kind): ProblemCode[] => [
    {
      code: `${kind}-not-accessible`,
      statuses: [403],
      when: 'The resource is not published, and the caller does not have permission to read it.',
    },
    {
      code: `${kind}-no-longer-available`,
      statuses: [410],
      when: 'The resource is in the trash and is read or updated by ID.',
    },
    {
      code: `${kind}-is-in-trash`,
      statuses: [410],
      when: 'The resource is in the trash and is deleted again by ID.',
    },
    {
      code: `${kind}-archive-page-not-found`,
      statuses: [404],
      when: 'The requested page does not exist; the list has fewer pages.',
    },
  ]),
  {
    code: 'event-password-protected',
    statuses: [403],
    when: 'The event password is missing or incorrect.',
  },
  { code: 'translation-not-found', statuses: [404], when: 'No translation exists for this language.' },
  {
    code: 'translation-is-original',
    statuses: [409],
    when: 'The original would be deleted as if it were a translation.',
  },
  { code: 'geoloc-extension-not-active', statuses: [400], when: 'In details: geolocation is disabled.' },
  {
    code: 'term_exists',
    statuses: [400],
    when: 'A term with that name already exists under the same parent.',
  },
  { code: 'slug-taken', statuses: [409], when: 'An update requests a slug that is already in use.' },
  {
    code: 'rest_idempotency_key_reused',
    statuses: [422],
    when: 'The Idempotency-Key was already used for a different request.',
  },
  { code: 'rest_invalid_namespace', statuses: [404], when: 'Discovery is requested for another namespace.' },
  {
    code: 'rest_precondition_failed',
    statuses: [412],
    when: 'The representation named in If-Match has changed.',
  },
  { code: 'rest_too_many_requests', statuses: [429], when: 'Too many requests or incorrect passwords.' },
  {
    code: 'rest_unavailable',
    statuses: [503],
    when: 'The service is stopping, or its database is unreachable.',
  },
  { code: 'rest-user-not-found', statuses: [404], when: 'The user does not exist.' },
  {
    code: 'user-owns-content',
    statuses: [409],
    when: 'A user who owns entries would be deleted without reassign.',
  },
  {
    code: 'last-administrator',
    statuses: [409],
    when: 'The last administrator would be deleted or lose the role.',
  },
  {
    code: 'rest-application-password-not-found',
    statuses: [404],
    when: 'The application password does not exist.',
  },
  { code: 'rest-image-not-found', statuses: [404], when: 'The image does not exist.' },
  {
    code: 'rest-invalid-image-id',
    statuses: [404],
    when: 'The ID belongs to a different kind of resource.',
  },
  { code: 'rest-webhook-not-found', statuses: [404], when: 'The webhook does not exist.' },
  { code: 'rest-delivery-not-found', statuses: [404], when: 'The delivery does not exist.' },
  { code: 'rest-import-not-found', statuses: [404], when: 'The import does not exist.' },
  {
    code: 'import-in-other-state',
    statuses: [409],
    when: 'The import is in a state in which this is not possible.',
  },
  {
    code: 'import-source-busy',
    statuses: [409],
    when: 'Another import is reading the site.',
  },
  {
    code: 'import-source-unreachable',
    statuses: [400],
    when: 'The URL to import from could not be read.',
  },
  {
    code: 'outgoing-requests-off',
    statuses: [400],
    when: 'A URL was given, but the service makes no requests of its own.',
  },
  { code: 'changes-expired', statuses: [410], when: 'The token is older than the stored changes.' },
  { code: 'image-in-use', statuses: [409], when: 'An image in use would be deleted without force.' },
  {
    code: 'rest-version-not-found',
    statuses: [404],
    when: 'The version does not exist, or is no longer stored.',
  },
  { code: 'event-not-pending', statuses: [409], when: 'An event that is not pending would be reviewed.' },
  {
    code: 'series-not-joinable',
    statuses: [409],
    when: 'A series that was not split from another, or has changed since, would be joined with it.',
  },
  {
    code: 'internal_error',
    statuses: [500],
    when: 'An internal error; the request ID identifies it in the log.',
  },
]
