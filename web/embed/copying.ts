import { copyTextOf } from '../clipboard.ts'

/** Buttons that copy the text of another element, on the page that offers code to embed. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const { copy, copied, uncopied } = button.dataset
  const name = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const isCopied = await copyTextOf(document.getElementById(copy!)!)
    button.textContent = (isCopied ? copied : uncopied)!
    setTimeout(() => (button.textContent = name), 2_000)
  })
}
