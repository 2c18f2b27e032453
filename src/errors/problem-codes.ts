import type { Message } from '../locales/fr.ts'
import { entryKinds, kinds } from '../resources/kinds.ts'

interface ProblemCode {
  readonly code: string
  readonly statuses: readonly number[]
  readonly when: Message
}

const problem = (code: string, statuses: readonly number[], when: Message): ProblemCode => ({
  code,
  statuses,
  when,
})

/** All error codes with their statuses and conditions. The reference is generated from this list. */
export const problemCodes: readonly ProblemCode[] = [
  problem('rest_missing_callback_param', [400], 'A required parameter is missing or null.'),
  problem('rest_invalid_param', [400], 'A parameter is invalid.'),
  problem('rest_invalid_json', [400], 'The body cannot be read.'),
  problem(
    'rest_unsupported_media_type',
    [415],
    'The media type, charset or content encoding of the body is not supported.',
  ),
  problem('rest_body_too_large', [413], 'The body or the response exceeds the size limit.'),
  problem(
    'rest_bad_request',
    [400, 408, 413, 414, 431, 501],
    'The request is malformed, its URL or headers are too large, it timed out, or its transfer coding is not supported.',
  ),
  problem('rest_no_route', [404, 405], 'The route does not exist or does not support the method.'),
  problem('rest_forbidden', [401, 403], 'Authentication is required, or permission is missing.'),
  problem('incorrect_credentials', [401], 'The credentials are incorrect.'),
  ...kinds.flatMap((kind) => [
    problem(`rest-${kind}-not-found`, [404], 'The ID or slug does not exist.'),
    problem(`rest-invalid-${kind}-id`, [404], 'The ID belongs to a different kind of resource.'),
  ]),
  ...entryKinds.flatMap((kind) => [
    problem(
      `${kind}-not-accessible`,
      [403],
      'The resource is not published, and the caller does not have permission to read it.',
    ),
    problem(
      `${kind}-no-longer-available`,
      [410],
      'The resource is in the trash and is read or updated by ID.',
    ),
    problem(`${kind}-is-in-trash`, [410], 'The resource is in the trash and is deleted again by ID.'),
    problem(
      `${kind}-archive-page-not-found`,
      [404],
      'The requested page does not exist; the list has fewer pages.',
    ),
  ]),
  problem('event-password-protected', [403], 'The event password is missing or incorrect.'),
  problem('translation-not-found', [404], 'No translation exists for this language.'),
  problem('translation-is-original', [409], 'The original would be deleted as if it were a translation.'),
  problem('geoloc-extension-not-active', [400], 'In details: geolocation is disabled.'),
  problem('term_exists', [400], 'A term with that name already exists under the same parent.'),
  problem('slug-taken', [409], 'An update requests a slug that is already in use.'),
  problem(
    'rest_idempotency_key_reused',
    [422],
    'The Idempotency-Key was already used for a different request.',
  ),
  problem('rest_invalid_namespace', [404], 'Discovery is requested for another namespace.'),
  problem('rest_precondition_failed', [412], 'The representation named in If-Match has changed.'),
  problem('rest_too_many_requests', [429], 'Too many requests or incorrect passwords.'),
  problem('rest_unavailable', [503], 'The service is stopping, or its database is unreachable.'),
  problem('rest-user-not-found', [404], 'The user does not exist.'),
  problem('user-owns-content', [409], 'A user who owns entries would be deleted without reassign.'),
  problem('last-administrator', [409], 'The last administrator would be deleted or lose the role.'),
  problem('rest-application-password-not-found', [404], 'The application password does not exist.'),
  problem('rest-image-not-found', [404], 'The image does not exist.'),
  problem('rest-invalid-image-id', [404], 'The ID belongs to a different kind of resource.'),
  problem('rest-webhook-not-found', [404], 'The webhook does not exist.'),
  problem('rest-delivery-not-found', [404], 'The delivery does not exist.'),
  problem('rest-import-not-found', [404], 'The import does not exist.'),
  problem('import-in-other-state', [409], 'The import is in a state in which this is not possible.'),
  problem('import-source-busy', [409], 'Another import is reading the site.'),
  problem('import-source-unreachable', [400], 'The source to import from could not be read.'),
  problem('outgoing-requests-off', [400], 'A URL was given, but the service makes no requests of its own.'),
  problem('changes-expired', [410], 'The token is older than the stored changes.'),
  problem('image-in-use', [409], 'An image in use would be deleted without force.'),
  problem('rest-version-not-found', [404], 'The version does not exist, or is no longer stored.'),
  problem('event-not-pending', [409], 'An event that is not pending would be reviewed.'),
  problem(
    'series-not-joinable',
    [409],
    'A series that was not split from another, or has changed since, would be joined with it.',
  ),
  problem('internal_error', [500], 'An internal error; the request ID identifies it in the log.'),
]
