import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { administrator, type Json, type Reply, type Service } from './service.ts'

/** Images for tests, generated on demand, and functions to upload them. */

interface Colour {
  readonly r: number
  readonly g: number
  readonly b: number
}

export const red: Colour = { r: 200, g: 30, b: 30 }
export const blue: Colour = { r: 30, g: 30, b: 200 }

/** An image of one colour. */
export const plain = (width: number, height: number, background: Colour = red) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Left half red, right half blue. */
export const twoColoured = async (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: await plain(width / 2, height, blue)
        .png()
        .toBuffer(),
      left: width / 2,
      top: 0,
    },
  ])

/** Like a camera image: detailed, and rotated by its Exif orientation. */
export const photograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()

interface UploadOptions {
  readonly as?: string | null
  readonly name?: string
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function upload(
  service: Pick<Service, 'origin'>,
  content: Buffer | string,
  {
    as = administrator,
    name = 'picture.png',
    type = 'image/png',
    fields = {},
    path = '/media',
    headers = {},
  }: UploadOptions = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>], { type }), name)
  const response = await fetch(`${service.origin}/cal/admin/v1${path}`, {
    method: 'POST',
    body: form,
    headers: {
      ...headers,
      ...(as === null ? {} : { authorization: `Basic ${Buffer.from(as).toString('base64')}` }),
    },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json }
}

/** Polls until the condition holds, because jobs run after a write; at first often, because most are done at once. */
export async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await read()
    if (isSo(value)) return value
    if (tries === 600) throw new Error(`it never came: ${JSON.stringify(value)}`)
    await pause(Math.min(10 * 2 ** tries, 100))
  }
}

/** Something that others wait for until it is released. */
export function holding(): { readonly released: Promise<void>; readonly release: () => void } {
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  return { released, release }
}
