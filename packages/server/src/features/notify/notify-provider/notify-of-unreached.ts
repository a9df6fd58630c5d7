import { type AlarmEventData, type AlarmRow, limits, pageAddress } from '@emberwatch/contract'
import { sql, type Transaction } from 'kysely'
import type { Channel } from '../../../platform/channels/provider.ts'
import { translate } from '../../../platform/i18n.ts'
import type { EventDraft } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { readAlarms } from '../../alarms/alarm/alarm.rows.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { accountLanguage, administratorsOf } from '../../base/tenant/tenant.reads.ts'
import { channelsUp } from './provider-health.ts'

/** In the order in which people notice. */
export const preferredChannels: readonly Channel[] = ['voice', 'sms', 'mail', 'app']
/** How many people are notified about one alarm. */
const maxNotified = 20
/** In a storm nobody is called about each alarm of a site, as rules are not either: the calls about the next fires would wait for these. */
const calledEveryMs = 5 * 60_000

interface Person {
  readonly id: number
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly language: string | null
  readonly push: boolean
  readonly company_id: number
  readonly path: string
}

const addressOf = { voice: 'phone', sms: 'phone', mail: 'email', app: 'push' } as const

/** The first of these channels over which the person has an address. */
export const channelFor = <T extends Pick<Person, 'phone' | 'email' | 'push'>>(
  person: T,
  usable: readonly Channel[],
): Channel | undefined => usable.find((channel) => Boolean(person[addressOf[channel]]))

const peopleOf = async (tx: Transaction<Tables>, ids: readonly number[]): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select account.id, account.name, account.phone, account.email, ${accountLanguage} as language, company.id as company_id, company.path,
           exists (select from push_subscription where account_id = account.id) as push
      from account join company on company.id = account.company_id
     where account.id = any(${[...ids]}::bigint[]) and account.deleted_at is null and account.enabled
     order by array_position(${[...ids]}::bigint[], account.id) limit ${maxNotified}`.execute(tx)
  return rows
}

interface Place {
  readonly project_id: number | null
  readonly fire: boolean
}

/** Those of these people who have lately been told in the same way about the same place. A lesser alarm does not count for a fire. */
const calledLately = async (
  tx: Transaction<Tables>,
  ids: readonly number[],
  { project_id: projectId, fire }: Place,
  at: Date,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select distinct account_id as id from message_record
     where cause = 'system' and alarm_id is not null and account_id = any(${[...ids]}::bigint[]) and project_id is not distinct from ${projectId}::bigint
       and (fire or not ${fire}::boolean) and state not in ('failed', 'cancelled')
       and created_at > ${new Date(at.getTime() - calledEveryMs)} and created_at <= ${at}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Who should know, the nearest first: those who were not reached, as far as they have accounts, and the administrators of the site's and the
 * operating company.
 */
const whoShouldKnow = async (tx: Transaction<Tables>, { id, companyId }: AlarmRow): Promise<number[]> => {
  const failed = await tx
    .selectFrom('message_record')
    .select('account_id')
    .where('alarm_id', '=', id)
    .where('cause', '=', 'rule')
    .where('account_id', 'is not', null)
    .execute()
  const operator = await tx.selectFrom('company').select('id').where('parent_id', 'is', null).executeTakeFirst()
  const staff = await administratorsOf(tx, [...new Set([companyId, ...(operator ? [operator.id] : [])])])
  const near = staff.filter((person) => person.company_id === companyId)
  return [
    ...new Set([...failed.map(({ account_id: account }) => account ?? 0), ...[...near, ...staff].map((person) => person.id)]),
  ]
}

/**
 * Nobody was reached about these alarms: says so on every console that shows them, to whoever has an account, and over a channel that works and
 * has not just failed. Nobody is called about a test.
 */
export const notifyOfUnreached = async (
  tx: Transaction<Tables>,
  alarmIds: readonly number[],
  at: Date,
): Promise<EventDraft[]> => {
  if (alarmIds.length === 0) return []
  const events: EventDraft[] = []
  const picked = sql<boolean>`alarm.id = any(${[...alarmIds]}::bigint[])`
  const rows = await readAlarms(tx, picked)
  const owners = await tx
    .selectFrom('alarm')
    .select(['id', 'path', 'customer_id', 'device_id', 'project_id'])
    .where(picked)
    .execute()
  const states = await channelsUp(tx, at)
  const failed = await tx
    .selectFrom('message_record')
    .select(['alarm_id', 'channel'])
    .distinct()
    .where('cause', '=', 'rule')
    .where('alarm_id', 'in', [...alarmIds])
    .execute()
  for (const row of rows) {
    const owner = owners.find(({ id }) => id === row.id)
    const { code, level, typeId, typeNameZh, typeNameEn, projectName, deviceCode, deviceName, roomNumber, state, test, tried } =
      row
    const names = { projectId: row.projectId, projectName, deviceCode, deviceName, roomNumber }
    const data: AlarmEventData = {
      code,
      level,
      typeId,
      typeNameZh,
      typeNameEn,
      ...names,
      firstAt: row.firstAt,
      state,
      test,
      tried,
    }
    const { path = '', customer_id: customerId, device_id: deviceId, project_id: projectId } = owner ?? {}
    events.push({
      kind: 'alarm',
      change: 'unreached',
      objectId: row.id,
      owner: { path, customerId: customerId ?? null, deviceId: deviceId ?? null, projectId: projectId ?? null },
      data: { ...data },
    })
    // Of a test, the screens say so.
    if (tried) continue
    const people = await peopleOf(tx, await whoShouldKnow(tx, row))
    const write = { systemDb: tx, at, emit: (event: EventDraft) => void events.push(event) }
    const site = projectName ?? row.companyName
    const link = pageAddress('alarmDetail', { id: row.id })
    const ids = people.map(({ id }) => id)
    await sendMessages(write, ids, 'alarmUnreached', { code, site }, link)
    const usable = preferredChannels.filter(
      (channel) => states[channel] === 'up' && !failed.some((each) => each.alarm_id === row.id && each.channel === channel),
    )
    const called = await calledLately(tx, ids, { project_id: projectId ?? null, fire: level === 'fire' }, at)
    await queueRecords(
      tx,
      people.flatMap((person) => {
        const channel = called.has(person.id) ? undefined : channelFor(person, usable)
        if (!channel) return []
        const language = limits.languages.find((each) => each === person.language) ?? limits.defaultLanguage
        const type = language === 'zh' ? typeNameZh : typeNameEn
        const content = translate(language, 'said.unreached', { type, code, site })
        return [
          {
            company_id: person.company_id,
            path: person.path,
            project_id: projectId ?? null,
            customer_id: customerId ?? null,
            alarm_id: row.id,
            cause: 'system' as const,
            priority: 0,
            fire: level === 'fire',
            channel,
            account_id: person.id,
            receiver: person.name,
            phone: person.phone ?? '',
            email: person.email,
            language,
            title: translate(language, 'said.unreachedTitle'),
            content,
            params: JSON.stringify({ content }),
            created_at: at,
            due_at: at,
          },
        ]
      }),
    )
  }
  return events
}
