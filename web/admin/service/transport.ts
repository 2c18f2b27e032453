import { ConnectionLost } from './errors.ts'

/** How requests leave the browser; what became of them is decided in `service.ts`. */

/** A response as received, whatever its status. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function sendRequest(url: string, request: RequestInit): Promise<Received> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ConnectionLost()
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report progress. */
export const sendForm = (
  url: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  progress: (part: number) => void,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(new ConnectionLost())
    request.onload = () =>
      resolve({
        status: request.status,
        headers: headersOf(request.getAllResponseHeaders()),
        text: request.responseText,
      })
    request.send(form)
  })

const headersOf = (text: string): Headers =>
  new Headers(
    text
      .trim()
      .split(/\r\n/)
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
  )
