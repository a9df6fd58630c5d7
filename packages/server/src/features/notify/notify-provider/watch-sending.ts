import { limits, type Language } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Channel } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate, enumLabel } from '../../../platform/i18n.ts'
import type { Service } from '../../../platform/service.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { accountLanguage } from '../../base/tenant/tenant.reads.ts'
import { channelsUp, outsideChannels } from './provider-health.ts'
import { channelFor, preferredChannels } from './notify-of-unreached.ts'

/** How long an alarm message may wait before that is a problem. */
const tooOldS = 60
const saidEveryMs = 15 * 60_000
/** How far clocks of several machines may differ. */
const toleratedMs = 10_000
/** How many administrators are notified, each over the first working channel for which they have an address. */
const maxNotified = 10

/** What is wrong with sending, if anything. */
export interface SendingProblem {
  /** Channels that are set up but have no working provider, and channels on which alarms wait. */
  readonly channels: readonly Channel[]
  readonly oldestS: number
}

/**
 * A push service is chosen by the receiver's browser, and a mailbox by its owner. If one does not work while others have been reached
 * since, that is not our problem; otherwise anybody with an account could name a broken one and cause warnings for everybody. A success
 * dated in the future happened before the clock was set back.
 */
const isOfReceiver = (at: Date) => sql`(channel in ('app', 'mail') and failure is not null and exists (
  select from notify_provider where notify_provider.channel = message_record.channel and enabled
     and last_success_at > message_record.created_at and last_success_at <= ${new Date(at.getTime() + toleratedMs)}))`

/** Checks whether alarms wait too long, or a channel that is set up has no working provider. */
export const sendingProblem = async (ctx: Ctx): Promise<SendingProblem | null> => {
  const at = ctx.clock.now()
  const states = await channelsUp(ctx.systemDb, at)
  // A message that failed before the clock was set back has been waiting for an unknown time, so it counts as late.
  const { rows } = await sql<{ channel: Channel; age: number }>`
    select channel, extract(epoch from ${at}::timestamptz - min(case when failure is null then coalesce(due_at, created_at)
             when created_at > ${new Date(at.getTime() + toleratedMs)} then ${new Date(at.getTime() - (tooOldS + 1) * 1_000)} else created_at end))::float8 as age
      from message_record where state = 'queued' and priority = 0 and (due_at is null or due_at <= ${at} or failure is not null)
       and not ${isOfReceiver(at)} group by channel
    union all
    select channel, extract(epoch from ${at}::timestamptz - min(claimed_until))::float8 from message_record
     where state = 'sending' and priority = 0 and claimed_until < ${at} group by channel`.execute(ctx.systemDb)
  // Anybody may pick up a message whose claim has expired. That nobody does is just as bad.
  const late = rows.filter(({ age }) => age > tooOldS)
  const channels = outsideChannels.filter((each) => states[each] === 'down' || late.some(({ channel }) => channel === each))
  return channels.length === 0 ? null : { channels, oldestS: Math.round(Math.max(0, ...late.map(({ age }) => age))) }
}

/** Tells administrators of the operating company over another channel, at most once in a quarter of an hour across all processes. */
export const sayProblem = async (ctx: Ctx, { channels, oldestS }: SendingProblem): Promise<number> => {
  const at = ctx.clock.now()
  const states = await channelsUp(ctx.systemDb, at)
  const usable = preferredChannels.filter((channel) => states[channel] === 'up' && !channels.includes(channel))
  if (usable.length === 0) return 0
  return ctx.systemDb.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('dead man'))`.execute(tx)
    const since = new Date(at.getTime() - saidEveryMs)
    const said = await tx
      .selectFrom('message_record')
      .select('id')
      .where('cause', '=', 'system')
      .where('alarm_id', 'is', null)
      // A message that was not sent has told nobody.
      .where('state', 'not in', ['failed', 'cancelled'])
      .where('created_at', '>', since.toISOString())
      // Later ones are from before the clock was set back.
      .where('created_at', '<=', new Date(at.getTime() + toleratedMs).toISOString())
      .limit(1)
      .executeTakeFirst()
    if (said) return 0
    const { rows } = await sql<{
      id: number
      name: string
      phone: string | null
      email: string | null
      language: string | null
      push: boolean
      company_id: number
      path: string
    }>`
      select account.id, account.name, account.phone, account.email, ${accountLanguage} as language, company.id as company_id, company.path,
             exists (select from push_subscription where account_id = account.id) as push
        from account join company on company.id = account.company_id and company.type = 'siter'
       where account.type = 'siter' and account.deleted_at is null and account.enabled and not account.pending
         and exists (select from account_role join role on role.id = role_id where account_id = account.id and role.enabled and role.level = 1)
       order by account.id limit ${maxNotified}`.execute(tx)
    const notified = rows.flatMap((person) => {
      const channel = channelFor(person, usable)
      return channel ? [{ person, channel }] : []
    })
    const textOf = (language: Language) => {
      const names = channels.map((channel) => enumLabel(language, 'notifyMethod', channel)).join(', ')
      const content = translate(language, 'said.dead', { channels: names, seconds: oldestS })
      return { language, title: translate(language, 'said.deadTitle'), content, params: JSON.stringify({ content }) }
    }
    await queueRecords(
      tx,
      notified.map(({ person, channel }) => ({
        company_id: person.company_id,
        path: person.path,
        cause: 'system' as const,
        priority: 0,
        channel,
        account_id: person.id,
        receiver: person.name,
        phone: person.phone ?? '',
        email: person.email,
        ...textOf(limits.languages.find((language) => language === person.language) ?? limits.defaultLanguage),
        created_at: at,
        due_at: at,
      })),
    )
    return notified.length
  })
}

const lookEveryMs = 5_000
/** A check that takes longer, or fails for so long, checks nothing (ms). */
const lateMs = 60_000

interface SendingWatch {
  start(): void
  stop(): Promise<void>
  /** The result of the last check, for health, which never waits. */
  problem(): SendingProblem | null
  /** Whether it is checked at all. */
  isWatching(): boolean
}

/** Watches the notifications themselves: people who could not be notified of an alarm do not know that, so somebody else is notified. */
const createSendingWatch = (ctx: Ctx, log: Pick<Logger, 'warn'>): SendingWatch => {
  let known: SendingProblem | null = null
  let doneAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const look = async (): Promise<void> => {
    known = await sendingProblem(ctx)
    doneAt = performance.now()
    if (known) await sayProblem(ctx, known)
  }
  return {
    start() {
      doneAt = performance.now()
      timer = setInterval(() => {
        // One check at a time and no queue, or stopping would have to wait for all of them.
        running ??= look()
          .catch((error: unknown) => log.warn({ err: error }, 'the message queue could not be checked'))
          .finally(() => (running = undefined))
      }, lookEveryMs)
    },
    async stop() {
      clearInterval(timer)
      await running
    },
    problem: () => known,
    isWatching: () => performance.now() - doneAt < lateMs,
  }
}

export const sendingService = (ctx: Ctx, log: Pick<Logger, 'warn'>): Service => {
  const watch = createSendingWatch(ctx, log)
  return {
    roles: ['jobs'],
    run: watch,
    health: {
      delivery: () => {
        if (!watch.isWatching()) return 'the message queue is not watched'
        const problem = watch.problem()
        return problem && `${problem.channels.join('+')}${problem.oldestS > 0 ? ` waiting ${problem.oldestS} s` : ''}`
      },
    },
    delays: () => ({ sendingS: watch.problem()?.oldestS ?? 0 }),
  }
}
