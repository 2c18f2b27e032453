import type { Feed } from './form.ts'

/** Writes the items of a feed one by one, separated by commas. */
export async function* joined<Shown>(
  feed: Feed<Shown>,
  write: (item: { readonly text: string; readonly shown: Shown }) => string,
): AsyncIterable<string> {
  let isFirst = true
  for await (const batch of feed.items()) {
    if (batch.length === 0) continue
    yield `${isFirst ? '' : ','}${batch.map(write).join(',')}`
    isFirst = false
  }
}
