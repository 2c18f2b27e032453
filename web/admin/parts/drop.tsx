import { useState, type DragEvent, type HTMLAttributes, type ReactNode } from 'react'

/** A drop target for files; its content is told whether files are being dragged over it. */
export function Drop({
  onFiles,
  children,
  ...others
}: Omit<HTMLAttributes<HTMLDivElement>, 'children'> & {
  onFiles: (files: readonly File[]) => void
  children: (isOver: boolean) => ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      {...others}
      data-over={isOver ? '' : undefined}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget as Node | null) && setOver(false)
      }
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children(isOver)}
    </div>
  )
}
