import type { ReactNode } from 'react'

/**
 * What a screen reader reads while the focus is in a field for searching: that nothing was found. It is always in the page,
 * because not all of them read a region that appears together with its text.
 */
export const HeardResult = ({ children }: { children: ReactNode }) => (
  <p className="unseen" role="status">
    {children}
  </p>
)
