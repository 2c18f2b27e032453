import { useMemo, type ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'

/** The widest card and a gap. */
const cardPx = 450

/** Whether there is room to the left or right of an element, as there is not for a line of a list, nor on a phone. */
function hasRoomBeside(element: HTMLElement): boolean {
  const { left, right } = element.getBoundingClientRect()
  return Math.max(left, innerWidth - right) >= cardPx
}

/** A popover next to its anchor. It traps the focus; Escape and a click outside close it. */
export function CardPopover({
  title,
  lang,
  anchor,
  onClose,
  isWide = false,
  children,
}: {
  title: string
  /** The language of the title. */
  lang?: string
  anchor: HTMLElement
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}) {
  const t = useWords()
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor])
  const placement = useMemo(() => (hasRoomBeside(anchor) ? 'end top' : 'bottom start'), [anchor])
  return (
    <Popover
      className="over"
      triggerRef={triggerRef}
      placement={placement}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={isWide ? 'pop pop--card pop--wide' : 'pop pop--card'} aria-label={title}>
        <div className="row row--between row--stiff">
          <h2 lang={lang}>{title}</h2>
          <Button kind="quiet" size="small" icon="close" label={t('Close')} onPress={onClose} />
        </div>
        {children}
      </Dialog>
    </Popover>
  )
}
