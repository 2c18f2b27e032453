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

/** Visually hidden text for screen readers. */
export const heard = (text: string): HTMLElement => make('span', { class: 'heard' }, text)
