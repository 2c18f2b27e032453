import { escapeMarkup } from '../../text/escape.ts'

/** For values of documents, which may be numbers as well. */
export const escapeHtml = (value: unknown): string => escapeMarkup(String(value))
