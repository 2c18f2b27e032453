import type { ReactNode } from 'react'

/** Names and values; a value that is missing or empty leaves its name out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <div key={name} className="facts__pair">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
