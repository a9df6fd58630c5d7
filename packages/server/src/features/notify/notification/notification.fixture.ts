import { enums, type NotifyRule, type NotifyStep } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { createNotifications } from '../../../platform/database/notifications.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import type { TestWorld, WorldCompany } from '../../../testing/context.ts'
import { addAlarm, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { addCauses } from '../../alarms/notify-cause/cause.batch.ts'
import { createEngine, type Engine } from './engine.ts'

type Db = Kysely<Tables>
const quiet = pino({ level: 'silent' })

/** An engine whose rounds the test runs itself. */
export const engineOf = (
  { connection, systemCtx }: Pick<TestWorld, 'connection' | 'systemCtx'>,
  ctx: Ctx = systemCtx,
  more: Partial<Parameters<typeof createEngine>[0]> = {},
): Engine => createEngine({ ctx, notifications: createNotifications(connection, quiet), log: quiet, ...more })

export const stepOf = (more: Partial<NotifyStep> = {}): NotifyStep => ({
  afterS: 0,
  receivers: [{ kind: 'callList' }],
  channels: ['voice'],
  answerS: 30,
  repeats: 0,
  everyS: 0,
  ...more,
})

/** Providers for all channels, so that nobody is left out for lack of one. Nothing is really sent. */
export const addProviders = async (db: Db, { id, path }: WorldCompany): Promise<void> => {
  const kinds = { app: 'webPush', sms: 'httpSms', voice: 'httpVoice', mail: 'smtp' } as const
  for (const channel of enums.notifyMethod) {
    if (channel === 'inSite') continue
    await db
      .insertInto('notify_provider')
      .values({
        company_id: id,
        path,
        channel,
        kind: kinds[channel],
        name: channel,
        priority: 1,
        settings: JSON.stringify({}),
        token: randomBytes(8).toString('hex'),
        rate_per_minute: 60,
        timeout_s: 10,
        enabled: true,
      })
      .execute()
  }
}

export const addRule = async (db: Db, { id, path }: WorldCompany, more: Partial<NotifyRule> = {}): Promise<number> => {
  const rule = {
    name: `Rule ${randomBytes(4).toString('hex')}`,
    events: ['alarm'] as NotifyRule['events'],
    steps: [stepOf()],
    stopWhen: 'taken' as const,
    mergeWindowS: 0,
    ...more,
  }
  const row = await db
    .insertInto('notify_rule')
    .values({
      company_id: id,
      path,
      name: rule.name,
      events: rule.events,
      levels: rule.levels ?? [],
      project_ids: rule.projectIds ?? [],
      project_type_ids: rule.projectTypeIds ?? [],
      steps: JSON.stringify(rule.steps),
      stop_when: rule.stopWhen,
      merge_window_s: rule.mergeWindowS,
      active_hours: rule.activeHours ? JSON.stringify(rule.activeHours) : null,
      language: rule.language ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A person on the project's call list. */
export const addToList = async (
  db: Db,
  site: Pick<Site, 'project'>,
  seq: number,
  name: string,
  more: { accountId?: number; enabled?: boolean; methods?: ('app' | 'sms' | 'voice' | 'mail')[]; email?: string } = {},
): Promise<void> => {
  const { accountId = null, enabled = true, methods = ['voice', 'sms', 'mail', 'app'], email = null } = more
  const row = {
    project_id: site.project,
    seq,
    name,
    phone: `+8613900000${100 + seq}`,
    role: 'keyholder' as const,
    methods,
    email,
  }
  await db
    .insertInto('project_notifier')
    .values({ ...row, language: 'en', account_id: accountId, enabled })
    .execute()
}

/** An alarm, with what ingest stores along with it. */
export const raise = async (world: Pick<TestWorld, 'db' | 'clock'>, site: Site, more: Parameters<typeof addAlarm>[2] = {}) => {
  const alarm = await addAlarm(world.db, site, { first_at: world.clock.now(), ...more })
  const {
    id,
    first_at: firstAt,
    type_id: typeId,
    level,
    project_id: projectId,
    device_id: deviceId,
    customer_id: customerId,
  } = alarm
  const place = { companyId: alarm.company_id, path: alarm.path, customerId, projectId, deviceId }
  await addCauses(world.db, [{ kind: 'alarm', id, firstAt, roundAt: firstAt, ...place, typeId, level }])
  return alarm
}

/** Removes everything under way, all list entries and all rules. */
export const clearNotifications = async (db: Db): Promise<void> => {
  for (const table of [
    'message_record',
    'notification_nudge',
    'notification_step',
    'notification_run_cause',
    'notification_run',
  ] as const)
    await db.deleteFrom(table).execute()
  for (const table of [
    'notification_cause',
    'notify_rule',
    'project_notifier',
    'desk_hold',
    'alarm_open',
    'alarm',
    'message',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('project').set({ stopped: false }).execute()
}
