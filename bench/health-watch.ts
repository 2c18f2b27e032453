/** Polls the service in a separate process and reports the longest response time on request. */

const url = process.argv[2]!
const everyMs = 10
let longest = 0

async function ask() {
  const from = performance.now()
  await fetch(url).then((response) => response.arrayBuffer())
  longest = Math.max(longest, performance.now() - from)
  setTimeout(() => void ask(), everyMs)
}

process.on('message', () => {
  process.send!(longest)
  longest = 0
})
void ask()
