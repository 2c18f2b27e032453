/** Thrown if a source could not be read completely. */
export class SourceUnreachable extends Error {}
