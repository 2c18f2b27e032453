import { escapeHtml } from './escape-html.ts'

/** Style sheet and icon of the documentation pages. */
export const headLinks = (
  root: string,
) => `<link rel="stylesheet" href="${escapeHtml(root)}/docs/reference.css">
<link rel="icon" type="image/svg+xml" href="${escapeHtml(root)}/favicon.svg">`
