import { enqueueMail, withdrawMails, type Decision, type DecisionMail } from '../mails.ts'
import type { HistoryTable } from '../sql/schema/changes.ts'
import { isContact, updateFirst } from './contacts.ts'
import type { VersionContext } from './record.ts'
import type { State } from './state.ts'
import type { Trx } from '../sql/write-queue.ts'

/** Notifies whoever submitted an event of the decision about it (interface: Reviews, Suggestions). */

interface StateChange {
  readonly id: number
  readonly before: State
  readonly after: State
}

/** The mail is delayed, so that a decision can be undone before it is sent. */
const pauseSeconds = 60

const decisions: Readonly<Record<string, Decision>> = {
  publish: 'accepted',
  future: 'accepted',
  private: 'accepted',
  draft: 'returned',
  trash: 'rejected',
}

type Begun = Pick<HistoryTable, 'version' | 'author' | 'language' | 'note'>

/** The oldest stored version. */
const findBegun = (trx: Trx, id: number): Promise<Begun | undefined> =>
  trx
    .selectFrom('history')
    .select(['version', 'author', 'language', 'note'])
    .where('kind', '=', 'events')
    .where('id', '=', id)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()

/** Null if the event was not suggested, or the contact has already been deleted. */
const contactOf = (begun: Begun) => (isContact(begun) ? begun.note : null)

function recipientOf(begun: Begun, author: number, caller: VersionContext['caller']) {
  const contact = contactOf(begun)
  if (contact !== null) return { contact }
  return author === 0 || author === caller?.id ? undefined : { user: author }
}

/** Permanent deletion sends no mail, so that spam can be removed without a reply. */
function decisionOf({ before, after }: StateChange, isSuggested: boolean): Decision | undefined {
  const isWaiting = before.status === 'pending' || isSuggested
  return isWaiting ? decisions[String(after.status)] : undefined
}

async function enqueueDecisionMail(
  trx: Trx,
  change: StateChange,
  { caller, site, note = '' }: VersionContext,
) {
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

/** The event is pending again, so the mail is cancelled and the contact restored. */
async function takeBack(trx: Trx, { id }: StateChange) {
  for (const { to } of await withdrawMails(trx, id))
    if ('contact' in to) await updateFirst(trx, 'events', id).set({ note: to.contact }).execute()
}

/**
 * Must be called before the contact is deleted. A suggestion that is a draft still awaits a decision, because nobody
 * else can submit it again.
 */
export async function followDecision(trx: Trx, change: StateChange, context: VersionContext): Promise<void> {
  const { before, after } = change
  if (!context.site.sendsMail || before.status === after.status) return
  if (after.status === 'pending') await takeBack(trx, change)
  else if (before.status === 'pending' || before.status === 'draft')
    await enqueueDecisionMail(trx, change, context)
}
