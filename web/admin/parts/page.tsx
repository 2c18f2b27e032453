import { useEffect, type ReactNode } from 'react'
import { FindOrDoButton } from '../app/find-or-do.tsx'
import { useSite } from '../app/service.tsx'

/** A page: the title, actions at the end of the same line, then the content. */
export function Page({
  title,
  heading,
  before,
  actions,
  isSlim = false,
  children,
}: {
  /** The title of the window. */
  title: string
  /** The heading, if it is more than the title. */
  heading?: ReactNode
  /** Before the heading, for example a back link. */
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
