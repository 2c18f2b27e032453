import { useMemo } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { useLanguages } from '../../app/languages.ts'
import { useSentBack } from '../../app/sent-back.ts'
import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { hueOf } from '../../parts/hue.ts'
import { EntryState } from '../../parts/state-mark.tsx'
import { Facts } from '../../parts/facts.tsx'
import { LanguageMarks } from '../../parts/language-marks.tsx'
import { Menu, MenuList, type MenuChoice } from '../../parts/menu.tsx'
import type { Actions } from './actions.ts'
import { placeOf } from '../../parts/venues.ts'
import type { BoardEvent, Clock } from './board-event.ts'
import { CardPopover } from './popover.tsx'

/** A summary of an event, with actions. */

interface EventActions {
  readonly actions: Actions
  readonly onEdit: (event: BoardEvent) => void
  readonly onMove: (event: BoardEvent) => void
}

const openPage = (event: BoardEvent): void => {
  window.open(event.url, '_blank', 'noopener')
}

function useChoices(event: BoardEvent, { actions, onEdit, onMove }: EventActions): MenuChoice[] {
  const t = useWords()
  const self = useSelf()
  const isCancelled = event.event_status === 'cancelled'
  const page: MenuChoice = {
    id: 'page',
    icon: 'open',
    label: t('Open the page'),
    onChoose: () => openPage(event),
  }
  if (!mayEdit(event, self)) return [page]
  return [
    { id: 'edit', icon: 'edit', label: t('Edit'), shortcut: 'E', onChoose: () => onEdit(event) },
    { id: 'move', icon: 'calendar', label: t('Move…'), shortcut: 'M', onChoose: () => onMove(event) },
    {
      id: 'duplicate',
      icon: 'copy',
      label: t('Duplicate'),
      shortcut: 'D',
      onChoose: () => actions.duplicate(event),
    },
    // Nobody can see the page of what is not published.
    ...(event.status === 'publish' ? [page] : []),
    'line',
    ...statusChoices(t, event, self.capabilities.publish, actions),
    {
      id: 'hide',
      icon: 'hidden',
      label: event.hide_from_listings ? t('Show in lists') : t('Hide from lists'),
      onChoose: () => actions.setHidden(event, !event.hide_from_listings),
    },
    {
      id: 'cancel',
      icon: 'cancelled',
      label: isCancelled ? t('Undo the cancellation') : t('Cancel the event'),
      onChoose: () => actions.setCancelled(event, !isCancelled),
    },
    {
      id: 'trash',
      icon: 'trash',
      label: t('Move to the trash'),
      shortcut: t('Del'),
      onChoose: () => actions.trash(event),
    },
  ]
}

const statusChoices = (
  t: ReturnType<typeof useWords>,
  event: BoardEvent,
  mayPublish: boolean,
  { setStatus }: Actions,
): MenuChoice[] =>
  event.status === 'publish'
    ? [{ id: 'draft', icon: 'draft', label: t('Return to draft'), onChoose: () => setStatus(event, 'draft') }]
    : mayPublish
      ? [
          {
            id: 'publish',
            icon: 'published',
            label: t('Publish'),
            onChoose: () => setStatus(event, 'publish'),
          },
        ]
      : []

/** What is open keeps everything outside it from being used, such as the message with Undo. */
const closingFirst = (choices: readonly MenuChoice[], onClose: () => void): MenuChoice[] =>
  choices.map((choice) =>
    choice === 'line'
      ? choice
      : {
          ...choice,
          onChoose: () => {
            onClose()
            choice.onChoose()
          },
        },
  )

/** The same actions as a context menu, opened by Shift+F10 or a right click. */
export function EventMenu({
  event,
  anchor,
  onClose,
  ...eventActions
}: EventActions & { event: BoardEvent; anchor: HTMLElement; onClose: () => void }) {
  const choices = useChoices(event, eventActions)
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover
      className="over"
      triggerRef={triggerRef}
      placement="bottom start"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <MenuList takesFocus label={event.title} choices={closingFirst(choices, onClose)} />
    </Popover>
  )
}

export function Peek({
  event,
  anchor,
  clock,
  onClose,
  ...eventActions
}: EventActions & { event: BoardEvent; anchor: HTMLElement; clock: Clock; onClose: () => void }) {
  const t = useWords()
  const languages = useLanguages()
  const choices = useChoices(event, eventActions)
  const [category] = event.categories
  const isMine = mayEdit(event, useSelf())
  return (
    <CardPopover title={event.title} lang={event.language} anchor={anchor} onClose={onClose}>
      <div className="row">
        <EntryState entry={event} sentBack={useSentBack()} />
        <LanguageMarks of={event} languages={languages} />
        {category && (
          <span className="row" data-cat={hueOf(event)}>
            <i className="dot" /> {category.name}
          </span>
        )}
      </div>
      <EventFacts event={event} clock={clock} />
      <div className="row">
        {isMine && (
          <>
            <LinkButton kind="primary" to={`/events/${event.id}`}>
              {t('Edit')}
            </LinkButton>
            <Button onPress={() => eventActions.onMove(event)}>{t('Move…')}</Button>
          </>
        )}
        <Menu label={t('More actions')} icon="more" choices={closingFirst(choices, onClose)} />
      </div>
    </CardPopover>
  )
}

function EventFacts({ event, clock }: { event: BoardEvent; clock: Clock }) {
  const t = useWords()
  const dates = useDates()
  const { start, end } = clock.place(event)
  const here = { ...event, start_date: start, end_date: event.start_date === event.end_date ? start : end }
  const when = (
    <>
      {dates.when(event)}
      {clock.isElsewhere(event) && (
        <>
          {' '}
          {t('in {zone}', { zone: event.timezone })}
          <br />
          <span className="quiet">{t('{when} here', { when: dates.when(here) })}</span>
        </>
      )}
    </>
  )
  const facts = [
    [t('When'), when],
    [t('Where'), placeOf(event)],
    [t('Cost'), event.cost],
  ] as const
  return <Facts facts={facts} />
}
