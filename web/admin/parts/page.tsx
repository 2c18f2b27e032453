import { useEffect, type ReactNode } from 'react'
import { FindOrDoButton } from '../app/find-or-do.tsx'
import { useSite } from '../app/service.tsx'

/** A room: its name above, what can be done at the end of the same line, then the body. */
export function Page({
  title,
  heading,
  before,
  actions,
  isSlim = false,
  children,
}: {
  /** Names the page in the window. */
  title: string
  /** What stands as the heading, where that is more than the title. */
  heading?: ReactNode
  /** In front of the heading, such as the way back. */
  before?: ReactNode
  actions?: ReactNode
  isSlim?: boolean
  children: ReactNode
}) {
  const { name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <>
      <div className={isSlim ? 'head head--slim' : 'head'}>
        {before}
        <h1>{heading ?? title}</h1>
        <div className="head__end">
          {!isSlim && <FindOrDoButton className="wide-only" />}
          {actions}
        </div>
      </div>
      <div className="body">{children}</div>
    </>
  )
}
