import type { Transaction } from 'kysely'
import { enqueueMail, withdrawMails, type Decision, type DecisionMail } from '../mails.ts'
import type { Database, HistoryTable } from '../sql/schema.ts'
import type { VersionContext } from './record.ts'
import type { State } from './state.ts'

/** Whoever handed an event in is told what became of it (interface: Reviews, Suggestions). */

type Trx = Transaction<Database>

export interface StateChange {
  readonly id: number
  readonly before: State
  readonly after: State
}

/** For so long a decision can be undone before anybody is told. */
const pauseSeconds = 60

const decisions: Readonly<Record<string, Decision>> = {
  publish: 'accepted',
  future: 'accepted',
  private: 'accepted',
  draft: 'returned',
  trash: 'rejected',
}

type Begun = Pick<HistoryTable, 'version' | 'author' | 'language' | 'note'>

/** The oldest version that is kept. */
const findBegun = (trx: Trx, id: number): Promise<Begun | undefined> =>
  trx
    .selectFrom('history')
    .select(['version', 'author', 'language', 'note'])
    .where('kind', '=', 'events')
    .where('id', '=', id)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()

/** Null if it was not suggested, or if the contact is deleted already. */
const contactOf = ({ version, author, note }: Begun) => (version === 1 && author === 0 ? note : null)

function recipientOf(begun: Begun, author: number, caller: VersionContext['caller']) {
  const contact = contactOf(begun)
  if (contact !== null) return { contact }
  return author === 0 || author === caller?.id ? undefined : { user: author }
}

/** What is deleted for good is told nobody, so that spam can be removed without an answer. */
function decisionOf({ before, after }: StateChange, isSuggested: boolean): Decision | undefined {
  const isWaiting = before.status === 'pending' || isSuggested
  return isWaiting ? decisions[String(after.status)] : undefined
}

async function tellOfDecision(trx: Trx, change: StateChange, { caller, site, note = '' }: VersionContext) {
  const { id, before } = change
  const begun = await findBegun(trx, id)
  if (begun === undefined) return
  const to = recipientOf(begun, Number(before.author), caller)
  const decision = decisionOf(change, to !== undefined && 'contact' in to)
  if (to === undefined || decision === undefined) return
  const { language } = begun
  const title = String(before.title ?? '')
  const mail: DecisionMail = { about: 'decision', to, language, decision, event: id, title, note }
  await enqueueMail(trx, mail, site.now, site.now + pauseSeconds)
}

/** The event waits again, and so does its contact. */
async function takeBack(trx: Trx, { id }: StateChange) {
  for (const { to } of await withdrawMails(trx, id))
    if ('contact' in to)
      await trx
        .updateTable('history')
        .set({ note: to.contact })
        .where('kind', '=', 'events')
        .where('id', '=', id)
        .where('version', '=', 1)
        .execute()
}

/** Called before the contact is deleted. A draft still waits if it was suggested, because nobody else can hand it in again. */
export async function followDecision(trx: Trx, change: StateChange, context: VersionContext): Promise<void> {
  const { before, after } = change
  if (!context.site.sendsMail || before.status === after.status) return
  if (after.status === 'pending') await takeBack(trx, change)
  else if (before.status === 'pending' || before.status === 'draft')
    await tellOfDecision(trx, change, context)
}
