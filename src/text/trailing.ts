/** Removes a character from the end of a text. In linear time: `/\/+$/` starts anew at each slash that is not the end. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
