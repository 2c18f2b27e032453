/** Programs and people that write an address as they type it leave out its scheme. */
export const withScheme = (text: string): string =>
  /^(?:www\.\S+\.\S|(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$)/i.test(text) ? `http://${text}` : text
