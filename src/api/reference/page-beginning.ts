import { escapeHtml } from './escape-html.ts'

interface Head {
  readonly language: string
  readonly title: string
  /** URL of the same as JSON. */
  readonly asJson: string
  /** Path of the server root. */
  readonly root: string
}

/** The beginning of a documentation page, whose head the page completes. */
export const beginningOfPage = ({ language, title, asJson, root }: Head): string => `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="alternate" type="application/json" href="${escapeHtml(asJson)}">
<link rel="stylesheet" href="${escapeHtml(root)}/docs/reference.css">
<link rel="icon" type="image/svg+xml" href="${escapeHtml(root)}/favicon.svg">`
