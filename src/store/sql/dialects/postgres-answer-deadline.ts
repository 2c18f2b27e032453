import type pg from 'pg'

/**
 * A statement timeout is kept by the server, so it ends nothing if the server is frozen or its network is gone. The
 * connection is cut, because an answer that still comes would be taken for that of the next query.
 */
export async function cutIfUnanswered<T>(client: pg.PoolClient, deadlineMs: number, answer: Promise<T>) {
  const cut = () => client.connection.stream.destroy(new Error('Query read timeout'))
  const timer = setTimeout(cut, deadlineMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}
