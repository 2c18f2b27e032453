/** A process of its own asks whether the service is alive, and tells the longest wait when it is asked for. */

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
