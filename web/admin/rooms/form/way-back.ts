import { useLocation } from 'react-router'
import { useWords } from '../../app/words.tsx'
import type { Kind } from '../../service/types.ts'
import { listOf } from '../tables/left-list.ts'
import { useFormState } from './form.tsx'

/** State of the address of a form that was opened from the review. */
export const fromReview = { isFromReview: true } as const

interface WayBack {
  readonly to: string
  readonly label: string
  /** Where to go once the resource is in the trash. */
  readonly room: string
}

/** A form leads back to the review if it was opened there, otherwise to the table. */
export function useWayBack(kind: Kind): WayBack {
  const t = useWords()
  const { state } = useLocation() as { readonly state: Partial<typeof fromReview> | null }
  const { id, stored } = useFormState()
  if (state?.isFromReview !== true) {
    const list = listOf(kind)
    return { to: list, label: t('Back to the list'), room: list }
  }
  const isWaiting = stored?.resource.status === 'pending'
  return { to: isWaiting ? `/review/${id}` : '/review', label: t('Back to the review'), room: '/review' }
}
