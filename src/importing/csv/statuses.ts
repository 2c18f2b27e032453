import { fold } from '../../text/search.ts'
import type { Cells } from './columns.ts'

/** What people write into a column of statuses: whether an event takes place, or whether it is published. */

const words: Readonly<Record<'event_status' | 'status', Readonly<Record<string, string>>>> = {
  event_status: {
    scheduled:
      'confirmed|planned|takes place|bestätigt|geplant|findet statt|confirmé|confirmée|prévu|prévue|a lieu|maintenu|maintenue',
    cancelled: 'cancelled|canceled|abgesagt|fällt aus|entfällt|annulé|annulée',
    postponed: 'postponed|verschoben|reporté|reportée',
    'moved-online': 'moved online',
  },
  status: {
    // The last ones are those of Eventbrite.
    publish: 'published|veröffentlicht|publié|publiée|live|started|ended|completed',
    draft: 'draft|entwurf|brouillon',
    pending: 'pending review|ausstehender review|ausstehend|en attente|en attente de relecture',
    private: 'private|privat|privé|privée',
  },
}

const meanings = new Map(
  Object.entries(words).flatMap(([field, values]) =>
    Object.entries(values).flatMap(([value, known]) =>
      known.split('|').map((word) => [fold(word), { field, value }] as const),
    ),
  ),
)

const meaningOf = (cell = '') => meanings.get(fold(cell))

type Meaning = ReturnType<typeof meaningOf>

/** The value of a field by its own cell, else by the other one. What is not known is refused when its field is read. */
function readStatus(field: keyof typeof words, cell: string | undefined, meant: readonly Meaning[]): Cells {
  if (cell && meant[0] === undefined) return {}
  const found = meant.find((one) => one?.field === field)
  if (found === undefined && cell === undefined) return {}
  return { [field]: found?.value ?? '' }
}

/** With the values of the API in place of words for them, of which programs have a column for both kinds. */
export function withStatuses(cells: Cells): Cells {
  const [status, event_status] = [meaningOf(cells.status), meaningOf(cells.event_status)]
  return {
    ...cells,
    ...readStatus('status', cells.status, [status, event_status]),
    ...readStatus('event_status', cells.event_status, [event_status, status]),
  }
}
