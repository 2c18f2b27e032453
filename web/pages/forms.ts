/** Omits empty fields from the URL; the service would ignore them anyway. */
export function shortenAddresses(): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    if ((target as HTMLFormElement).method === 'post') return
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    if (!formData.has('near') && !formData.has('geoloc_lat')) formData.delete('geoloc_radius')
  })
}
