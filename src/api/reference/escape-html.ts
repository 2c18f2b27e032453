import { escapeMarkup } from '../../text/escape.ts'

/** Escapes values of the OpenAPI document, which may also be numbers. */
export const escapeHtml = (value: unknown): string => escapeMarkup(String(value))
