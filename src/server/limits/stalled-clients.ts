/**
 * How long a client may read nothing of a response that is still being sent. Its place, and a file that is open for it,
 * would otherwise be kept for as long as the client wants.
 */
export const stalledClientMs = 60_000
