import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests that a client sends on a connection before it has the response to the one before (RFC 9112 9.3.2). Node.js
 * starts all of them at once and keeps their responses in memory until the client reads them.
 */

/** Begins a request when the responses before it are sent, so that it also sees what the requests before it changed. */
export function inTurn(answer: RequestListener): RequestListener {
  const waitForTurn = createQueues()
  return (request, response) => {
    latestOn.set(request.socket, response)
    // A response has its socket unless another one is still being sent.
    if (response.socket !== null) answer(request, response)
    else waitForTurn(request.socket, response, () => answer(request, response))
  }
}

/** The response to the last request on each connection. */
const latestOn = new WeakMap<Socket, ServerResponse>()

/**
 * Calls `respond` once a response can be written that belongs to no request that was begun, or to the one whose body was
 * just being read: after all others, because clients assign responses to their requests by their order. Never, if the
 * latter has its response already.
 */
export function afterResponses(socket: Socket, respond: () => void): void {
  const response = latestOn.get(socket)
  if (response === undefined) respond()
  else if (response.req.complete)
    if (response.closed) respond()
    else response.once('close', respond)
  else if (response.headersSent) socket.destroySoon()
  else if (response.socket === null) response.once('socket', () => afterResponses(socket, respond))
  else respond()
}

function createQueues() {
  /** The number of requests that wait, for each connection that had any. */
  const waiting = new WeakMap<Socket, number>()
  const change = (socket: Socket, by: number) => waiting.set(socket, (waiting.get(socket) ?? 0) + by)

  /** Node.js reads on as soon as a response is sent, and would take in more requests than it has responses sent. */
  const readNothingWhileWaiting = (socket: Socket) =>
    socket.on('resume', () => {
      if (waiting.get(socket)! > 0) socket.pause()
    })

  return (socket: Socket, response: ServerResponse, begin: () => void) => {
    if (!waiting.has(socket)) readNothingWhileWaiting(socket)
    change(socket, 1)
    socket.pause()
    response.once('socket', () => {
      change(socket, -1)
      // The time that the client had for the response before does not count for this one.
      socket.setTimeout(0)
      socket.resume()
      begin()
    })
  }
}
