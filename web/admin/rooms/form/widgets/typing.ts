import type { InputHTMLAttributes } from 'react'

type Typing = Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoCapitalize'>

const byName: Readonly<Record<string, Typing>> = {
  phone: { inputMode: 'tel' },
  email: { inputMode: 'email', autoCapitalize: 'none' },
  website: { inputMode: 'url', autoCapitalize: 'none' },
  slug: { autoCapitalize: 'none' },
}

/** The keyboard on a screen that suits a field. Postcodes and coordinates have letters or signs, so theirs is usual. */
export const typingOf = (name: string): Typing => byName[name] ?? {}
