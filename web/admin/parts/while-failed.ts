const againMs = 5_000

/** Repeats a query that has failed, because choices that could not be read look as if there were none. */
export const whileFailed = ({
  state: { data, status },
}: {
  state: { data: unknown; status: string }
}): number | false => (data === undefined && status === 'error' ? againMs : false)
