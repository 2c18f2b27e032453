import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests that a client sends on a connection before it has the response to the one before (RFC 9112 9.3.2). Node.js
 * starts all of them at once and keeps their responses in memory until the client reads them.
 */

/** The number of requests that wait, for each connection that had any. */
const waiting = new WeakMap<Socket, number>()

/** Begins a request when the responses before it are sent, so that it also sees what the requests before it changed. */
export const inTurn =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    // A response has its socket unless another one is still being sent.
    if (response.socket !== null) answer(request, response)
    else waitForTurn(request.socket, response, () => answer(request, response))
  }

function waitForTurn(socket: Socket, response: ServerResponse, begin: () => void): void {
  if (!waiting.has(socket)) readNothingWhileWaiting(socket)
  waiting.set(socket, (waiting.get(socket) ?? 0) + 1)
  socket.pause()
  response.once('socket', () => {
    waiting.set(socket, waiting.get(socket)! - 1)
    // The time that the client had for the response before does not count for this one.
    socket.setTimeout(0)
    socket.resume()
    begin()
  })
}

/** Node.js reads on as soon as a response is sent, and would take in more requests than it has responses sent. */
function readNothingWhileWaiting(socket: Socket): void {
  socket.on('resume', () => {
    if (waiting.get(socket)! > 0) socket.pause()
  })
}
