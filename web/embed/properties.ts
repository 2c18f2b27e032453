import { attributeNames } from './settings.ts'

/** Attributes as properties, because frameworks such as Angular and Solid set these on elements. */

const propertyOf = (attribute: string) =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `lang` is a property of every element. */
const ours = attributeNames.filter((attribute) => attribute !== 'lang')

function setAttribute(element: HTMLElement, attribute: string, value: unknown) {
  if (value === undefined || value === null || value === false) element.removeAttribute(attribute)
  else element.setAttribute(attribute, value === true ? '' : String(value))
}

export function withProperties<Class extends CustomElementConstructor>(element: Class): Class {
  for (const attribute of ours)
    Object.defineProperty(element.prototype, propertyOf(attribute), {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute)
      },
      set(this: HTMLElement, value: unknown) {
        setAttribute(this, attribute, value)
      },
    })
  return element
}

/** What was set before the element was defined is a property of its own, which hides that of the class. */
export function takeProperties(element: HTMLElement): void {
  for (const attribute of ours) {
    const own = Object.getOwnPropertyDescriptor(element, propertyOf(attribute))
    if (own === undefined) continue
    Reflect.deleteProperty(element, propertyOf(attribute))
    setAttribute(element, attribute, own.value)
  }
}
