/** Buttons that copy the text of another element, on the page that offers code to embed. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const { copy, copied } = button.dataset
  const name = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(copy!)!.textContent)
    button.textContent = copied!
    setTimeout(() => (button.textContent = name), 2_000)
  })
}
