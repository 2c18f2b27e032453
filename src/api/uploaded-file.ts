/** A file of a multipart body, as operations see it. */
export interface UploadedFile {
  readonly filename: string
  /** What the sender says it is; not to be relied on. */
  readonly mimetype: string
  readonly content: Buffer
}
