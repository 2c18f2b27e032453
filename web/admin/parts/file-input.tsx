import type { Ref } from 'react'

/** A field for files that a button opens. */
export const FileInput = ({
  onFiles,
  label,
  ...native
}: {
  onFiles: (files: readonly File[]) => void
  label: string
  accept: string
  multiple?: boolean
  ref: Ref<HTMLInputElement>
}) => (
  <input
    {...native}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // Otherwise browsers report no change when the same file is chosen again, as after a failed upload.
      target.value = ''
    }}
  />
)
