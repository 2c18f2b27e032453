/** Removes the escapes of a text (RFC 5545 3.3.11); in one pass, because an escaped backslash may stand before an n. */
export const unescaped = (text: string): string =>
  text.replace(/\\([\\;,n])/gi, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
