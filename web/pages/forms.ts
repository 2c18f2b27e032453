/** Omits from the URL what the service would ignore anyway: empty fields, and the position beside a town. */
export function shortenAddresses(): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    if ((target as HTMLFormElement).method === 'post') return
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    if (formData.has('near')) ['geoloc_lat', 'geoloc_lng'].forEach((name) => formData.delete(name))
    else if (!formData.has('geoloc_lat')) formData.delete('geoloc_radius')
  })
}
