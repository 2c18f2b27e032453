/** The value before a full stop of a sentence, which one that a name such as `Verein e. V.` ends with stands for. */
export const withFullStop = (value: string, stop: string): string =>
  stop !== '' && value.endsWith('.') ? value : `${value}${stop}`
