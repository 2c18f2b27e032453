/** Stores a text in this browser; returns whether there was room for it. */
export function storeText(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text)
    return true
  } catch (error) {
    if ((error as Error).name !== 'QuotaExceededError') throw error
    return false
  }
}
