import { escapeHtml } from './escape-html.ts'

/** Style and icon of every page at the root of the server. */
export const headLinks = (
  root: string,
) => `<link rel="stylesheet" href="${escapeHtml(root)}/docs/reference.css">
<link rel="icon" type="image/svg+xml" href="${escapeHtml(root)}/favicon.svg">`
