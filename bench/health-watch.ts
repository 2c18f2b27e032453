import { parentPort, workerData } from 'node:worker_threads'

/** A thread of its own asks whether the service is alive, and tells the longest wait when it is asked for. */

const { url } = workerData as { url: string }
const everyMs = 10
let longest = 0

async function ask() {
  const from = performance.now()
  await fetch(url).then((response) => response.arrayBuffer())
  longest = Math.max(longest, performance.now() - from)
  setTimeout(() => void ask(), everyMs)
}

parentPort!.on('message', () => {
  parentPort!.postMessage(longest)
  longest = 0
})
void ask()
