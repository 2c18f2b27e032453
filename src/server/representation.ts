import type { Answer, Asked, Representation as Described } from '../api/operation.ts'
import { trim } from '../api/trimming.ts'
import type { Config } from '../config.ts'
import { json, varyingBy, type Headers } from './headers.ts'
import { entityTag } from './validators.ts'

/** A response before it is known which form of it the client takes. */
export interface Representation {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** The entity tag of the body as it is; undefined where nothing can be conditional. */
  readonly tag: string | undefined
}

/** Language, mount and rights are part of the tag, so that no caller takes another's response for their own. */
export const tagOf = (
  text: string | Buffer,
  { language, asker }: Pick<Described, 'language' | 'asker'>,
  { mount }: Pick<Asked, 'mount'>,
): string =>
  entityTag(text, language ?? '', mount.path, asker === undefined ? '' : `${asker.id} ${asker.role}`)

/** Each part is encoded where it will stand, because joining them as text first takes twice as long. */
function encodeParts(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  parts.reduce((at, part) => at + bytes.write(part, at), 0)
  return bytes
}

function bodyOf({ body, parts }: Answer, fields: unknown): Buffer {
  if (fields === undefined && parts !== undefined) return encodeParts(parts)
  const whole = body ?? (parts === undefined ? undefined : JSON.parse(parts.join('')))
  return Buffer.from(JSON.stringify(trim(whole, fields)))
}

/** A read may be shared unless somebody signed in or it says otherwise; a write is for the one who wrote. */
function cacheControl({ asker }: Asked, { isPrivate, headers = {} }: Answer, maxAge: number | undefined) {
  if (maxAge === undefined) return 'no-store'
  return asker === undefined && !isPrivate && !('set-cookie' in headers)
    ? `public, max-age=${maxAge}, must-revalidate`
    : 'private, no-store'
}

/** What an operation is answered with; only a read has an entity tag. */
export function represent(asked: Asked, answer: Answer, config: Config, isRead: boolean): Representation {
  const body = bodyOf(answer, asked.sent._fields)
  const { status = 200, language, isMessage = false } = answer
  return {
    status,
    headers: {
      ...answer.headers,
      ...(language === undefined ? {} : { 'content-language': language }),
      vary: varyingBy(config, isMessage),
      'cache-control': cacheControl(asked, answer, isRead ? config.maxAge : undefined),
      'content-type': json,
    },
    body,
    tag: isRead ? tagOf(body, { language, asker: asked.asker }, asked) : undefined,
  }
}
