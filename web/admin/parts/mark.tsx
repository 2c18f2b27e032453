/** The logo, as on the public pages. */
export const Mark = () => (
  <svg className="rail__mark" viewBox="0 0 20 20" aria-hidden="true">
    <path fill="currentColor" d="M2 2h16v3H2zM2 8h7v4H2zM2 15h7v3H2zM11 8h7v10h-7z" />
  </svg>
)
