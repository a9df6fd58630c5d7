import {
  accountFigureNames,
  accountKindOf,
  accountKinds,
  messageCountStates,
  reachedShareOf,
  type AccountFigures,
  type AccountKind,
  type DataUserRow,
  type EnumValue,
  type MessageCounts,
} from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Period } from '../data-project/data-project.figures.ts'
import { digestIn, reachedNumbers } from '../../base/message-record/called-numbers.ts'

const dayMs = 86_400_000

const daysBefore = (time: string | Date, days: number): string => new Date(new Date(time).getTime() - days * dayMs).toISOString()

type Counts = Record<keyof AccountFigures, number>
type Channels = DataUserRow['channels']

const n = <Name extends keyof AccountFigures>(name: Name, condition: RawBuilder<unknown>) =>
  sql<number>`count(*) filter (where ${condition})`.as(name)

/** Accounts of companies by type. Deleted ones do not count. */
const accountsOf = (ctx: Ctx, companyIds: readonly number[]) => {
  const now = ctx.clock.now()
  const since = (days: number) => n(`active${days}` as 'active7', sql`account.last_login_at >= ${daysBefore(now, days)}`)
  const isReached = sql`coalesce(account.phone, '') <> '' and reached.digest is not null`
  return ctx.db
    .selectFrom('account')
    .leftJoin(reachedNumbers(ctx.db).as('reached'), (join) =>
      join.on(sql<boolean>`reached.digest = ${digestIn('account.phone')}`),
    )
    .select(['account.company_id as companyId', 'account.type'])
    .select([
      sql<number>`count(*)`.as('accounts'),
      n('disabledAccounts', sql`not account.enabled`),
      since(7),
      since(30) as unknown as ReturnType<typeof n<'active30'>>,
      n('neverSignedIn', sql`account.last_login_at is null`),
      n('unverifiedPhone', sql`account.enabled and not (${isReached})`),
      n('withoutPhone', sql`account.enabled and coalesce(account.phone, '') = ''`),
      n('twoStepAccounts', sql`account.two_step_since is not null`),
    ])
    .where(sql<boolean>`account.company_id = any(${companyIds}::bigint[])`)
    .where('account.deleted_at', 'is', null)
    .groupBy(['account.company_id', 'account.type'])
    .execute()
}

/** Messages of companies by channel and state. Tests of a provider and what was never sent do not count. */
const messagesOf = (ctx: Ctx, { from, to }: Period, companyIds: readonly number[]) =>
  ctx.db
    .selectFrom('message_record')
    .select(['message_record.company_id as companyId', 'message_record.channel', 'message_record.state'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .where(sql<boolean>`message_record.company_id = any(${companyIds}::bigint[])`)
    .where('message_record.cause', '<>', 'test')
    .where('message_record.created_at', '>=', from)
    .where('message_record.created_at', '<=', to)
    .groupBy(['message_record.company_id', 'message_record.channel', 'message_record.state'])
    .execute()

const noAccounts = (): Counts => Object.fromEntries(accountFigureNames.map((name) => [name, 0])) as Counts

const noMessages = (): Channels => {
  const none = (): MessageCounts => ({ queued: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 })
  return { app: none(), sms: none(), voice: none(), mail: none() }
}

const add = (sum: Counts, one: AccountFigures): Counts => {
  for (const name of accountFigureNames) sum[name] += one[name]
  return sum
}

export interface CompanyFigures extends AccountFigures {
  readonly kinds: Record<AccountKind, AccountFigures>
  readonly channels: Channels
  readonly reachedShare: number | null
}

export interface Figures {
  /** By company. */
  readonly of: ReadonlyMap<number, CompanyFigures>
  readonly types: readonly (AccountFigures & { readonly accountType: EnumValue<'accountType'> })[]
  /** All companies together. */
  readonly total: CompanyFigures
}

const stateCounts = new Map(
  Object.entries(messageCountStates).flatMap(([name, states]) =>
    states.map((state) => [state, name as keyof MessageCounts] as const),
  ),
)

type Accounts = Awaited<ReturnType<typeof accountsOf>>
type Messages = Awaited<ReturnType<typeof messagesOf>>

const figuresOf = (accounts: Accounts, messages: Messages): CompanyFigures => {
  const kinds = { staff: noAccounts(), customer: noAccounts(), user: noAccounts() }
  for (const row of accounts) add(kinds[accountKindOf(row.type)], row)
  const channels = noMessages()
  for (const { channel, state, n } of messages) {
    const name = stateCounts.get(state)
    if (name !== undefined) channels[channel][name] += n
  }
  const all = accountKinds.reduce((sum, kind) => add(sum, kinds[kind]), noAccounts())
  return { ...all, kinds, channels, reachedShare: reachedShareOf(channels) }
}

/** The figures of companies that the caller sees, and their sum. Accounts and messages are read within the scope of the caller. */
export const readFigures = async (ctx: Ctx, period: Period, companyIds: readonly number[]): Promise<Figures> => {
  const [accounts, messages] = await Promise.all([accountsOf(ctx, companyIds), messagesOf(ctx, period, companyIds)])
  const accountsBy = Map.groupBy(accounts, ({ companyId }) => companyId)
  const messagesBy = Map.groupBy(messages, ({ companyId }) => companyId)
  const types = Map.groupBy(accounts, ({ type }) => type)
  return {
    of: new Map(companyIds.map((id) => [id, figuresOf(accountsBy.get(id) ?? [], messagesBy.get(id) ?? [])])),
    types: [...types].map(([accountType, rows]) => ({ accountType, ...rows.reduce((sum, row) => add(sum, row), noAccounts()) })),
    total: figuresOf(accounts, messages),
  }
}
