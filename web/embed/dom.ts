type Child = Node | string | undefined

/** Creates nodes individually, because hosts with Trusted Types reject markup strings. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, value)
  node.append(...children.filter((child) => child !== undefined))
  return node
}

/** Without a language, an element has that of its parent; an empty one would be unknown. */
export const setLang = (element: HTMLElement, lang: string | undefined): void =>
  lang === undefined ? element.removeAttribute('lang') : element.setAttribute('lang', lang)

/** Visually hidden text for screen readers. */
export const heard = (text: string, lang: string | undefined): HTMLElement =>
  make('span', { class: 'heard', lang }, text)
