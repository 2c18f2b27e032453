import type { Message } from '../../locales/fr.ts'
import { resources } from '../../resources/index.ts'
import type { Resource } from '../../resources/resource.ts'
import type { PageContext } from '../context.ts'
import { placeOfZone } from '../../locales/zone-places.ts'
import { capitalized } from '../../text/capitalized.ts'
import { listItems } from '../list/event-list.ts'
import { lastShown } from '../parts/dates.ts'
import { attribute, flag, html, type Content, type SafeHtml } from '../parts/html.ts'
import type { ShownOrganizer, ShownVenue } from '../parts/shown.ts'
import { categoryTree, type CategoryNode } from '../parts/terms.ts'

/** The form for suggesting an event. Its field names differ from those of filters, which every page reads. */

/** In the order of the form. */
const labels = {
  title: 'Title',
  description: 'What happens there',
  category: 'Category',
  start_day: 'First day',
  start_time: 'Starts at',
  end_day: 'Last day',
  end_time: 'Ends at',
  all_day: 'It lasts all day',
  place: 'Name of the place',
  street: 'Street and number',
  town: 'Town',
  host: 'Organizer',
  price: 'Price',
  link: 'Website of the event',
  picture: 'Picture',
  picture_alt: 'What the picture shows',
  contact_name: 'Your name',
  contact_email: 'Your e-mail address',
} as const satisfies Readonly<Record<string, Message>>

export type FieldName = keyof typeof labels

export const fieldNames = Object.keys(labels) as FieldName[]

/** Honeypot: a field that programs fill in, but people do not see. */
export const trapName = 'subject'

export interface Fault {
  /** Absent if it concerns the form as a whole. */
  readonly field?: FieldName | undefined
  readonly sentence: string
}

export interface FormState {
  readonly values: Readonly<Partial<Record<FieldName, string>>>
  readonly faults: readonly Fault[]
  readonly stamp: string
  /** Whether a picture has to be selected again, because browsers do not restore files. */
  readonly hasLostPicture: boolean
}

interface Form extends FormState {
  readonly context: PageContext
}

const required: ReadonlySet<FieldName> = new Set(['title', 'start_day', 'contact_name', 'contact_email'])

/** Whether these are required depends on other fields, so they are not marked. */
const unmarked: ReadonlySet<FieldName> = new Set(['start_time', 'end_time'])

const faultsOf = ({ faults }: Form, name: FieldName) => faults.filter(({ field }) => field === name)

/** Attributes of every control: its name, whether it is required, and its descriptions. */
function common(form: Form, name: FieldName, hint: string | undefined): SafeHtml {
  const isFaulty = faultsOf(form, name).length > 0
  const described = [hint !== undefined && `${name}-hint`, isFaulty && `${name}-fault`].filter(Boolean)
  return html` id="${name}" name="${name}"${flag('required', required.has(name))}${attribute('aria-describedby', described.join(' ') || undefined)}${attribute('aria-invalid', isFaulty && 'true')}`
}

/** A control with its label, help text and error messages. */
function field(
  form: Form,
  name: FieldName,
  control: (attributes: SafeHtml) => SafeHtml,
  hint?: string,
): SafeHtml {
  const { words } = form.context
  const isOptional = !required.has(name) && !unmarked.has(name)
  const faults = faultsOf(form, name)
  return html`<div class="form-field"${flag('data-faulty', faults.length > 0)}>
    <label for="${name}"${words.lang}>${words(labels[name])}${isOptional && html` <span class="quiet">${words('(optional)')}</span>`}</label>
    ${hint !== undefined && html`<p class="quiet" id="${name}-hint"${words.lang}>${hint}</p>`}
    ${faults.length > 0 && html`<p class="fault" id="${name}-fault"${words.lang}>${faults.map(({ sentence }) => sentence).join(' ')}</p>`}
    ${control(common(form, name, hint))}
  </div> `
}

interface Input {
  readonly type?: string
  readonly min?: string
  readonly autocomplete?: string
  readonly list?: string
  readonly hint?: string
}

const input = (form: Form, name: FieldName, { type, min, autocomplete = 'off', list, hint }: Input = {}) =>
  field(
    form,
    name,
    (attributes) =>
      html`<input class="field"${attribute('type', type)}${attribute('min', min)}${attributes}${attribute('value', form.values[name])}${attribute('max', type === 'date' && lastShown)}${attribute('autocomplete', autocomplete)}${attribute('list', list)}>`,
    hint,
  )

const namesOffered = 500

/** Suggests existing names; entering one links it, because the API matches existing venues and organizers by name. */
async function known(context: PageContext, resource: Resource, id: string): Promise<SafeHtml> {
  const { links, language } = context
  const name = `names of ${resource.name} ${language} ${JSON.stringify(links)}`
  const names = await context.reads.cached(name, async (reads) => {
    const found = await listItems<Partial<ShownVenue & ShownOrganizer>>(
      { ...context, reads },
      resource,
      { orderby: 'name' },
      { perPage: namesOffered },
    )
    return [...new Set(found.items.map(({ venue, organizer }) => venue ?? organizer!))]
  })
  return html`<datalist id="${id}">${names.map((one) => html`<option value="${one}"></option>`)}</datalist>`
}

const options = (nodes: readonly CategoryNode[], chosen: string | undefined, depth = 0): SafeHtml[] =>
  nodes.flatMap(({ id, name, children }) => [
    html`<option value="${id}"${flag('selected', String(id) === chosen)}>${'\u2002'.repeat(depth)}${name}</option>`,
    ...options(children, chosen, depth + 1),
  ])

async function what(form: Form): Promise<SafeHtml> {
  const { context, values } = form
  const { words } = context
  const tree = await categoryTree(context, { hasEmpty: true })
  return html`<fieldset>
    <legend${words.lang}>${words('The event')}</legend>
    ${input(form, 'title')}${field(form, 'description', (attributes) => html`<textarea class="field" rows="8"${attributes}>${values.description ?? ''}</textarea>`, words('An empty line begins a paragraph.'))}${
      tree.length > 0 &&
      field(
        form,
        'category',
        (attributes) =>
          html`<select class="field"${attributes}><option value=""${words.lang}>${words('None of these')}</option>${options(tree, values.category)}</select>`,
      )
    }
  </fieldset> `
}

function when(form: Form): SafeHtml {
  const { context, values } = form
  const { words, site } = context
  return html`<fieldset>
    <legend${words.lang}>${words('When')}</legend>
    <div class="form-row">${input(form, 'start_day', { type: 'date', hint: words('For example {example}', { example: `${context.today.slice(0, 4)}-12-31` }) })}${input(form, 'start_time', { type: 'time', hint: words('For example {example}', { example: '19:30' }) })}</div>
    <div class="form-row">${input(form, 'end_day', { type: 'date', min: context.today, hint: words('Leave it empty if it is the same day.') })}${input(form, 'end_time', { type: 'time', hint: capitalized(words('{place} time', { place: placeOfZone(site.timezone, words.language) }), words.language) })}</div>
    <p><label class="facet"${words.lang}><input type="checkbox" id="all_day" name="all_day" value="true"${flag('checked', values.all_day === 'true')}>${words(labels.all_day)}</label></p>
  </fieldset> `
}

const where = async (form: Form): Promise<SafeHtml> =>
  html`<fieldset>
    <legend${form.context.words.lang}>${form.context.words('Where')}</legend>
    ${input(form, 'place', { list: 'places', hint: form.context.words('Choose one that is known, or write down a new one.') })}${await known(form.context, resources.venues, 'places')}
    <div class="form-row">${input(form, 'street')}${input(form, 'town')}</div>
  </fieldset> `

async function more(form: Form): Promise<SafeHtml> {
  const { context, hasLostPicture } = form
  const { words } = context
  const kinds = words('PNG, JPEG, WebP, AVIF or GIF, at most {size} MB.', {
    size: Math.floor(context.config.maxUpload / 1_000_000),
  })
  return html`<fieldset>
    <legend${words.lang}>${words('More about it')}</legend>
    ${input(form, 'host', { list: 'hosts', autocomplete: 'organization' })}${await known(context, resources.organizers, 'hosts')}${input(form, 'price', { hint: words('For example {example}', { example: `25, 10–15, ${words('Free')}` }) })}${input(form, 'link', { type: 'url', hint: words('For example {example}', { example: 'https://example.org' }) })}${field(
      form,
      'picture',
      (attributes) =>
        html`<input class="field" type="file" accept="image/png,image/jpeg,image/webp,image/avif,image/gif"${attributes}>`,
      hasLostPicture ? `${words('Please choose the picture again.')} ${kinds}` : kinds,
    )}${input(form, 'picture_alt', { hint: words('For those who cannot see it.') })}
  </fieldset> `
}

function contact(form: Form): SafeHtml {
  const { words, site } = form.context
  const use = site.sendsMail
    ? words(
        'Only the editors see this, so that they can ask about the event. You are told by e-mail how they decide, then it is deleted.',
      )
    : words(
        'Only the editors see this, so that they can ask about the event. It is deleted once they have decided.',
      )
  return html`<fieldset>
    <legend${words.lang}>${words('You')}</legend>
    <p class="quiet"${words.lang}>${use}</p>
    ${input(form, 'contact_name', { autocomplete: 'name' })}${input(form, 'contact_email', { type: 'email', autocomplete: 'email' })}
  </fieldset> `
}

/** Hidden by the style sheet and not reachable by keyboard; without the style sheet, its label explains it. */
const trap = ({ context: { words } }: Form): SafeHtml =>
  html`<div class="form-trap">
    <label for="${trapName}"${words.lang}>${words('Leave this field empty')}</label><input id="${trapName}" name="${trapName}" tabindex="-1" autocomplete="off">
  </div> `

/** All errors, each with a link to its field; receives the focus when the page loads. */
function summary({ context, faults }: Form): Content {
  const { words } = context
  return (
    faults.length > 0 &&
    html`<div class="faults stack" role="alert" tabindex="-1" autofocus aria-labelledby="faults">
      <h2 id="faults"${words.lang}>${words('There is a problem')}</h2>
      <ul${words.lang}>
        ${faults.map(({ field, sentence }) =>
          field === undefined
            ? html`<li>${sentence}</li> `
            : html`<li><a href="#${field}">${words(labels[field])} – ${sentence}</a></li> `,
        )}
      </ul>
    </div> `
  )
}

const inOrder = (faults: readonly Fault[]): Fault[] => {
  const place = ({ field }: Fault) => (field === undefined ? -1 : fieldNames.indexOf(field))
  return faults.toSorted((one, other) => place(one) - place(other))
}

export async function suggestionForm(context: PageContext, state: FormState): Promise<SafeHtml> {
  const { words, to } = context
  const form = { ...state, faults: inOrder(state.faults), context }
  return html`${summary(form)}
    <form class="suggest-form" method="post" action="${to.at('suggest')}" enctype="multipart/form-data" novalidate>
      <input type="hidden" name="form" value="${state.stamp}">
      ${await what(form)}${when(form)}${await where(form)}${await more(form)}${contact(form)}${trap(form)}<button class="button" type="submit" data-main${words.lang}>
        ${words('Send the suggestion')}
      </button>
    </form>`
}
