/** Thrown if a source could not be read completely. */
export class SourceUnreachable extends Error {}

const longestFault = 500

/** The message of an error, as an import stores it. */
export const faultOf = ({ message }: Error): string => message.slice(0, longestFault)
