import { useEffect, useState } from 'react'
import { useWords } from '../app/words.tsx'

const patienceMs = 200

/** Whether loading takes long enough to be indicated. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Grey placeholder bars, displayed and said only after 200 ms. */
export function Waiting({ rows = 6 }: { rows?: number }) {
  const t = useWords()
  const isLate = useIsLate()
  return (
    <div className="stack waiting" aria-busy="true" data-late={isLate || undefined}>
      <p className="unseen" role="status">
        {isLate && t('Loading…')}
      </p>
      {isLate && Array.from({ length: rows }, (_, row) => <i className="bone" key={row} />)}
    </div>
  )
}
