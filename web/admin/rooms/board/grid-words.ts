import type { CalendarOptions } from '@fullcalendar/react'
import { useWords } from '../../app/words.tsx'
import { useDates, wallText } from '../../parts/dates.ts'
import type { View } from './days.ts'

/** Texts of FullCalendar in the language of the interface. */
export function useGridWords(view: View): CalendarOptions {
  const t = useWords()
  const dates = useDates()
  const isMonth = view === 'month'
  return {
    dayHeaderFormat: { weekday: 'short' },
    slotHeaderFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    allDayText: t('all day'),
    // Names of rows for screen readers: the weeks of a month, and below "all day" the times of a week or day.
    weekTextLong: t('Week'),
    timedText: t('with a time'),
    eventsHint: t('Events'),
    closeHint: t('Close'),
    // Same text as in the cell, because an accessible name must contain the visible text.
    navLinkHint: (_: string, date: Date) => {
      const day = dates.fullDay(wallText(date))
      return isMonth ? t('{day}: new event', { day }) : day
    },
    dayHeaderContent: ({ text, date }) => (isMonth ? text : dates.dayOfWeek(wallText(date))),
    // FullCalendar sets the names of these links itself, without the weekday.
    dayHeaderDidMount: ({ el, date, hasNavLink }) => {
      if (hasNavLink)
        el.querySelector('[role=link]')?.setAttribute('aria-label', dates.fullDay(wallText(date)))
    },
    moreLinkText: (count: number) => t('{count} more', { count }),
    moreLinkHint: (count: number) => t('{count} more', { count }),
    // It leads to the view of its day, which neither its name nor FullCalendar says: for that it opens a dialog.
    moreLinkDidMount: ({ el }) => {
      const { date } = el.closest<HTMLElement>('[data-date]')?.dataset ?? {}
      if (date !== undefined) el.setAttribute('aria-description', dates.fullDay(`${date} 00:00:00`))
      for (const name of ['aria-haspopup', 'aria-expanded']) el.removeAttribute(name)
    },
  }
}
