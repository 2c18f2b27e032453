/** Filters the operations; the reference is complete without it. */
export const referenceScript = `const search = document.querySelector('[role=search]')
const field = search.querySelector('input')
const status = search.querySelector('[role=status]')
const operations = [...document.querySelectorAll('[data-words]')]
const groups = [...document.querySelectorAll('.group')]

function filter() {
  const words = field.value.toLowerCase().split(/\\s+/)
  for (const operation of operations)
    operation.hidden = !words.every((word) => operation.dataset.words.includes(word))
  for (const group of groups) group.hidden = group.querySelector('[data-words]:not([hidden])') === null
  const isEmpty = groups.every(({ hidden }) => hidden)
  status.textContent = isEmpty ? search.querySelector('template').content.textContent : ''
}

search.hidden = false
field.addEventListener('input', filter)
filter()
`
