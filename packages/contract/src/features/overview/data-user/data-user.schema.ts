import type { EnumValue } from '../../../enums.ts'
import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, type Static } from '../../../kernel/schema.ts'
import { reachedStates, type SentChannel } from '../../base/message-record/record.ranks.ts'

const count = Type.Integer
const ratio = () => nullable(Type.Number())

const accountCounts = {
  accounts: count(),
  disabledAccounts: count(),
  /** Signed in within the last 7 or 30 days. */
  active7: count(),
  active30: count(),
  neverSignedIn: count(),
  /** Enabled accounts without a number that an SMS or a call is known to have reached: these people may not be reached. */
  unverifiedPhone: count(),
  /** Of these, those without any number. */
  withoutPhone: count(),
  twoStepAccounts: count(),
}
export const accountFigures = Type.Object(accountCounts)
export type AccountFigures = Static<typeof accountFigures>
export const accountFigureNames = Object.keys(accountCounts) as (keyof AccountFigures)[]

/** The people of a company: its own staff, and the accounts of its customers and ordinary users. Each kind has lists of its own. */
export const accountKinds = ['staff', 'customer', 'user'] as const
export type AccountKind = (typeof accountKinds)[number]
export const accountKindOf = (type: EnumValue<'accountType'>): AccountKind =>
  type === 'customer' || type === 'user' ? type : 'staff'

/** Channels whose messages are recorded. */
export const sentChannels = Object.keys(reachedStates) as SentChannel[]

/** What became of the messages of a channel. `queued` includes those being sent, `failed` all that certainly reached nobody. */
export const messageCounts = Type.Object({
  queued: count(),
  sent: count(),
  delivered: count(),
  read: count(),
  answered: count(),
  failed: count(),
})
export type MessageCounts = Static<typeof messageCounts>

/** The record states of each count. Cancelled and merged messages were never sent. */
export const messageCountStates: Readonly<Record<keyof MessageCounts, readonly EnumValue<'recordState'>[]>> = {
  queued: ['queued', 'sending'],
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['read'],
  answered: ['answered'],
  failed: ['failed', 'busy', 'noAnswer', 'refused'],
}

/** Messages that have left, and how many of them are known to have reached somebody: a phone that only rang does not count. */
export const reachedOf = (
  channel: SentChannel,
  counts: MessageCounts,
): { readonly attempted: number; readonly reached: number } => {
  const { queued: _waiting, ...left } = counts
  const reached = reachedStates[channel].reduce((sum, state) => sum + counts[state as keyof MessageCounts], 0)
  return { attempted: Object.values(left).reduce((sum, n) => sum + n, 0), reached }
}

/** Share that reached somebody, 0 to 1. Null: nothing was sent. A message without a receipt has not reached anybody. */
export const shareOf = ({ attempted, reached }: { readonly attempted: number; readonly reached: number }): number | null =>
  attempted === 0 ? null : Math.round((reached / attempted) * 1_000) / 1_000

/** The share over all channels. */
export const reachedShareOf = (channels: Readonly<Record<SentChannel, MessageCounts>>): number | null => {
  const all = sentChannels.map((channel) => reachedOf(channel, channels[channel]))
  return shareOf({
    attempted: all.reduce((sum, { attempted }) => sum + attempted, 0),
    reached: all.reduce((sum, { reached }) => sum + reached, 0),
  })
}

const byKind = Type.Object({ staff: accountFigures, customer: accountFigures, user: accountFigures })
const byChannel = Type.Object({ app: messageCounts, sms: messageCounts, voice: messageCounts, mail: messageCounts })

/** A company with its own accounts and messages, without the companies below it. */
export const dataUserRow = Type.Object({
  id: id(),
  companyId: id(),
  companyName: Type.String(),
  companyType: oneOf('companyType'),
  orgCode: Type.String(),
  enabled: Type.Boolean(),
  ...accountCounts,
  kinds: byKind,
  channels: byChannel,
  /** Share of messages of the period that reached somebody, 0 to 1. */
  reachedShare: ratio(),
})
export type DataUserRow = Static<typeof dataUserRow>

/** `startTime` and `endTime` are the period of messages. */
export const dataUserPageInput = pageInput(
  {
    /** The company and all companies below it. */
    companyId: optional(ref('company')),
    companyType: optional(oneOf('companyType')),
  },
  [
    'companyName',
    'accounts',
    'disabledAccounts',
    'active7',
    'active30',
    'neverSignedIn',
    'unverifiedPhone',
    'twoStepAccounts',
    'reachedShare',
  ],
)

const { pageNum: _num, pageSize: _size, cursor: _cursor, sort: _sort, order: _order, ...asked } = dataUserPageInput.properties
export const dataUserSummaryInput = Type.Object(asked, { additionalProperties: false })

export const dataUserSummary = Type.Object({
  /** The period of messages. */
  from: instant(),
  to: instant(),
  companies: count(),
  ...accountCounts,
  types: Type.Array(Type.Object({ accountType: oneOf('accountType'), ...accountCounts })),
  channels: byChannel,
  reachedShare: ratio(),
  /** The ten companies with the most accounts. */
  largest: Type.Array(Type.Object({ id: id(), companyName: Type.String(), accounts: count(), disabledAccounts: count() })),
})
export type DataUserSummary = Static<typeof dataUserSummary>
