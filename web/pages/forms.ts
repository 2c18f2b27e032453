/** Fields that are empty are left out of the address; the service would pass over them anyway. */
export function shortenAddresses(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[action]:not([method="post"])'))
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
      if (!formData.has('near') && !formData.has('geoloc_lat')) formData.delete('geoloc_radius')
    })
}
