import { until } from './images.ts'
import type { Json, Options, Reply, Service } from './service.ts'

/** Imports through the API. */

export const importsPath = '//cal/admin/v1/imports'

const asAdministrator: Options = { as: 'admin:secret' }

/** Uploads a file and returns the preview. */
export async function preview(
  { origin }: Service,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
  filename = 'programme.ics',
  credentials: string | null = 'admin:secret',
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer> | string]), filename)
  const response = await fetch(`${origin}${importsPath.slice(1)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials ?? '').toString('base64')}` },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json }
}

export const readImport = (service: Service, id: number, query = ''): Promise<Reply> =>
  service.get(`${importsPath}/${id}${query}`, asAdministrator)

/** Runs a preview and waits until it is done. */
export async function run(service: Service, id: number): Promise<Json> {
  await service.post(`${importsPath}/${id}/run`)
  const { body } = await until(
    () => readImport(service, id),
    (reply) => reply.body.state !== 'running',
  )
  return body
}

/** The clock must not jump while an import is running, because another process would take it over. */
export const importsEnd = ({ database }: Service): Promise<unknown> =>
  until(
    () => database.db.selectFrom('jobs').select('target').where('kind', '=', 'import').execute(),
    (running) => running.length === 0,
  )

export async function importFile(
  service: Service,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
  filename?: string,
): Promise<Json> {
  const { body } = await preview(service, content, fields, filename)
  return run(service, body.id)
}

export const calendar = (...components: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...components, 'END:VCALENDAR', '']
    .join('\n')
    .replaceAll('\n', '\r\n')

/** A VEVENT, with a default time and title unless they are given. */
export const vevent = (uid: string, ...lines: readonly string[]): string => {
  const says = (name: string) => lines.some((line) => new RegExp(`^${name}[;:]`).test(line))
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    ...(says('SUMMARY') ? [] : [`SUMMARY:Event ${uid}`]),
    ...(says('DTSTART') ? [] : ['DTSTART:20270310T190000', 'DTEND:20270310T210000']),
    ...lines,
    'END:VEVENT',
  ].join('\n')
}
