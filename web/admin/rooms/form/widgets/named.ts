import { readClosest } from '../../../app/closest.ts'
import { useBody, useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import type { Pick } from '../../../parts/picker.tsx'
import { useSearch } from '../../../parts/search.ts'
import { calendar } from '../../../service/service.ts'
import type { Kind } from '../../../service/types.ts'
import { useFormState } from '../form.tsx'
import { titleFields } from '../schema.ts'

/** Searches and names the resources that a form links to. */

type Named = Readonly<Record<string, unknown>> & { readonly id: number }

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Distinguishes venues and organizers with the same name. */
const detailOf = (item: Named): string | undefined =>
  [textOf(item.address), textOf(item.city), textOf(item.email)].filter(Boolean).join(', ') || undefined

function pickOf(kind: Kind, item: Named): Pick {
  const detail = detailOf(item)
  const label = String(item[titleFields[kind]] ?? item.id)
  return { id: String(item.id), label, ...(detail === undefined ? {} : { detail }) }
}

/** The matches of a text. */
export function useFound(kind: Kind, text: string) {
  const service = useService()
  const { language } = useWords()
  return useSearch({
    words: text.trim(),
    key: [kind, 'found', language],
    hasSuggestions: true,
    read: (search, signal) =>
      readClosest<Named, Pick>(service, kind, {
        search,
        offered: 8,
        fields: ['id', titleFields[kind], 'address', 'city', 'email'],
        query: { ml_fallback: 'original' },
        choiceOf: (item) => pickOf(kind, item),
        signal,
      }),
  })
}

/** The name of a linked resource; available immediately if it came with the edited resource. */
export function useNamed(kind: Kind, field: string, id: number): Pick | undefined {
  const { stored } = useFormState()
  const given = stored?.resource[field]
  const linked = (Array.isArray(given) ? given : [given]) as (Named | undefined)[]
  const found = linked.find((item) => item?.id === id)
  const { data } = useBody<Named>({
    queryKey: [kind, 'named', id],
    path: calendar(`/${kind}/${id}`),
    enabled: found === undefined,
  })
  const item = found ?? data
  return item && pickOf(kind, item)
}
