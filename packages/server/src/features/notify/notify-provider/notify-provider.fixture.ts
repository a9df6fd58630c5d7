import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { vi } from 'vitest'
import { systemClock, type Ctx } from '../../../platform/context.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import type { Channel } from '../../../platform/channels/provider.ts'
import type { UnderWay } from '../../../platform/under-way.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { createDispatcher } from './dispatcher.ts'

export const log = pino({ level: process.env['LOG'] ?? 'silent' })

/** A dispatcher on the database of a test world, with the real clock. */
export const startDispatcher = async (
  world: TestWorld,
  takeByPhone: (ctx: Ctx, id: number) => Promise<void>,
  leaseMarginMs = 2_000,
  underWay?: UnderWay,
) => {
  const ctx = { ...world.systemCtx, clock: systemClock }
  const notifications = createNotifications(world.connection, log)
  await notifications.start()
  const dispatcher = createDispatcher({ ctx, notifications, takeByPhone, log, leaseMarginMs, ...(underWay && { underWay }) })
  dispatcher.start()
  return {
    async stop() {
      await dispatcher.stop()
      await notifications.stop()
    },
  }
}

/** A project of the north with an alarm, for records about it. */
export const newAlarm = async (world: TestWorld): Promise<{ projectId: number; alarmId: number }> => {
  const rows = await addOwnedRows(world.db, world.companies.north)
  return { projectId: Number(rows.project), alarmId: Number(rows.alarm) }
}

export const queue = async (world: TestWorld, channel: Channel, more: object = {}): Promise<string> => {
  const key = randomUUID()
  const { id: company_id, path } = world.companies.north
  await world.db.transaction().execute((tx) =>
    queueRecords(tx, [
      {
        company_id,
        path,
        cause: 'rule',
        event: 'alarm',
        priority: 0,
        key,
        channel,
        receiver: 'Receiver',
        phone: channel === 'mail' || channel === 'app' ? '' : '13800000000',
        email: channel === 'mail' ? 'guard@example.com' : null,
        language: 'en',
        title: 'Fire at Harbour Hotel',
        content: 'Smoke in room 305',
        params: JSON.stringify({ project: 'Harbour Hotel' }),
        due_at: new Date(),
        ...more,
      },
    ]),
  )
  return key
}

export const recordOf = (world: TestWorld, key: string) =>
  world.db.selectFrom('message_record').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

export const reached = async (world: TestWorld, key: string, state: string, ms = 10_000) => {
  await vi.waitFor(
    async () => {
      const row = await recordOf(world, key)
      if (row.state !== state)
        throw new Error(
          `${row.state} (${row.failure}) and not ${state}: ${row.content}, tried ${row.attempts} times, due ${row.due_at}`,
        )
    },
    { timeout: ms, interval: 50 },
  )
  return recordOf(world, key)
}
