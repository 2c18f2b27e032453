import type { Words } from '../locales/index.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** “24 MB”, in the language of the interface. */
export function bytesText({ language }: Pick<Words, 'language'>, bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: bytes / 1_000 ** step < 10 ? 1 : 0,
  }).format(bytes / 1_000 ** step)
}
