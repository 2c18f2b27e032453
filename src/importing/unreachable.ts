/** A source that could not be read to its end, and why. */
export class SourceUnreachable extends Error {}
