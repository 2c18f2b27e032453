import { useMemo, type ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'

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
  return (
    <Popover
      className="over"
      triggerRef={triggerRef}
      placement="end top"
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
