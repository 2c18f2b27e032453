type Child = Node | string | undefined

/** Nodes are made one by one, because a host with Trusted Types refuses markup as text. */
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

/** Heard, not seen. */
export const heard = (text: string): HTMLElement => make('span', { class: 'heard' }, text)
