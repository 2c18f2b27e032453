import type { ReactNode } from 'react'

/** Line icons of 16 by 16. They are decorative; the accessible name is next to them or on their container. */
const drawings = {
  calendar: <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3" />,
  rows: <path d="M2 4h12M2 8h12M2 12h12" />,
  pin: (
    <>
      <path d="M8 14.5s5-4.6 5-8.2a5 5 0 0 0-10 0c0 3.6 5 8.2 5 8.2z" />
      <circle cx="8" cy="6.3" r="1.7" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c0-2.8 2-4.5 4.5-4.5s4.5 1.7 4.5 4.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.5c1.6.6 2.5 2 2.5 4" />
    </>
  ),
  tree: <path d="M3 2v9.5h4M3 6h4M9.5 4h4v4h-4zM9.5 9.5h4v4h-4z" />,
  tag: (
    <>
      <path d="M2 2h6l6 6-6 6-6-6z" />
      <circle cx="5" cy="5" r=".8" />
    </>
  ),
  translate: <path d="M1.5 3.5h7M5 2v1.5c0 3-1.5 5-3.5 6M3 6c.5 1.8 2 3 4 3.5M8 14l3-7.5 3 7.5M9 11.5h4" />,
  inbox: <path d="M2 9l2-6.5h8L14 9v4.5H2zM2 9h3.5l1 2h3l1-2H14" />,
  image: (
    <>
      <path d="M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12" />
      <circle cx="10.5" cy="5.8" r="1" />
    </>
  ),
  import: <path d="M8 2v7.5M5 6.5l3 3 3-3M2 10.5v3h12v-3" />,
  key: (
    <>
      <circle cx="5" cy="11" r="3" />
      <path d="M7.2 8.8L14 2M11 5l2 2" />
    </>
  ),
  sliders: (
    <>
      <path d="M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7" />
      <circle cx="10.5" cy="4.5" r="1.5" />
      <circle cx="5.5" cy="11.5" r="1.5" />
    </>
  ),
  server: <path d="M2 3h12v4H2zM2 9h12v4H2zM4.5 5h1M4.5 11h1" />,
  previous: <path d="M10 3L5 8l5 5" />,
  next: <path d="M6 3l5 5-5 5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5L14 14" />
    </>
  ),
  plus: <path d="M8 2.5v11M2.5 8h11" />,
  offline: <path d="M2 2l12 12M4.5 6.5A3 3 0 0 0 5 12.5h7.5M13.8 11.3A2.7 2.7 0 0 0 12 7a4 4 0 0 0-5-2.8" />,
  warning: <path d="M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.3v.9" />,
  published: <circle cx="8" cy="8" r="4.5" fill="currentColor" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.5 2" />
    </>
  ),
  pending: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  draft: <circle cx="8" cy="8" r="5" strokeDasharray="2.6 2.6" />,
  hidden: (
    <path d="M2 2l12 12M6 4a7 7 0 0 1 2-.4c4 0 6.5 4.4 6.5 4.4a11 11 0 0 1-2 2.5M3.5 5.5A11 11 0 0 0 1.5 8S4 12.5 8 12.5a7 7 0 0 0 2-.3" />
  ),
  cancelled: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" strokeWidth="2" />,
  filter: <path d="M2 3.5h12L9.5 9v4.5l-3-1.5V9z" />,
  down: <path d="M3.5 6L8 10.5 12.5 6" />,
  open: <path d="M6.5 3H3v10h10V9.5M9 2.5h4.5V7M13 3L7.5 8.5" />,
  copy: <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />,
  trash: <path d="M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4M6.7 6.5v5M9.3 6.5v5" />,
  close: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  more: (
    <>
      <g fill="currentColor" stroke="none">
        <circle cx="3" cy="8" r="1.3" />
        <circle cx="8" cy="8" r="1.3" />
        <circle cx="13" cy="8" r="1.3" />
      </g>
    </>
  ),
  up: <path d="M3.5 10L8 5.5l4.5 4.5" />,
  repeat: (
    <path d="M2.5 7.5v-1a2.5 2.5 0 0 1 2.5-2.5h8M11 2l2 2-2 2M13.5 8.5v1a2.5 2.5 0 0 1-2.5 2.5H3M5 14l-2-2 2-2" />
  ),
  list: <path d="M6 4h8M6 8h8M6 12h8M2.5 4h1M2.5 8h1M2.5 12h1" />,
  numbers: <path d="M6.5 4h7.5M6.5 8H14M6.5 12H14M2 3l1-.5V6M2 9.5c1.5-1 2.2.3 1 1.5L2 12.5h2" />,
  quote: <path d="M3 11c2 0 3-1 3-3V4.5H2.5V8H5M10 11c2 0 3-1 3-3V4.5H9.5V8H12" />,
  link: (
    <path d="M6.5 9.5l3-3M7 4.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3.2 3.2 0 0 1 3 8.5L4.5 7" />
  ),
  undo: <path d="M5.5 2.5L2.5 5.5l3 3M2.5 5.5h7a4 4 0 0 1 0 8H6" />,
  upload: <path d="M8 10V2.5M5 5.5l3-3 3 3M2 10.5v3h12v-3" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3V11.5M8 4.7v.9" />
    </>
  ),
  check: <path d="M2.5 8.5l3.5 3.5 7.5-8" />,
  columns: <path d="M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11" />,
  edit: <path d="M2.5 13.5l.8-3.2 7.5-7.5 2.4 2.4-7.5 7.5zM9.5 4.1l2.4 2.4" />,
  lock: <path d="M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2" />,
} satisfies Readonly<Record<string, ReactNode>>

export type IconName = keyof typeof drawings

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    {drawings[name]}
  </svg>
)
