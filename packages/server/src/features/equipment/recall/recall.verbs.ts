import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { lockRow, insertRow, auditRow, assertVersion, updateRow } from '../../../platform/rows/rows.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { devicesOfBatch, recallCode } from './recall.reads.ts'

/** Locks an open recall. @throws DomainError notFound; wrongState naming who closed it */
const lockOpenRecall = async (ctx: Ctx, write: Write, id: number) => {
  const recall = await lockRow(write, 'recall', { id })
  if (recall.state === 'open') return recall
  const state = enumLabel(ctx.locale, 'recallState', recall.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'recall', id)) })
}

/** How many devices get their step with one statement. */
const chunk = 1_000

/**
 * Recalls a batch, for the caller's company and below. Every device of it gets a step in its trace. @throws DomainError notHere without
 * such a device; duplicate
 */
export const createRecall = (ctx: Ctx, input: InputOf<typeof endpoints.recall.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const batch = input.batch.trim()
    const modelId = input.modelId ?? null
    const devices = await devicesOfBatch(write, { batch, modelId })
      .select(['device.id as deviceId', 'device.code'])
      .orderBy('device.id')
      .execute()
    if (devices.length === 0) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.batchUnknown') }, 'batch')
    const id = await insertRow(
      write,
      'recall',
      {
        company_id: ctx.actor.companyId ?? 0,
        path: ctx.actor.companyPath,
        batch,
        model_id: modelId,
        reason: input.reason,
      },
      { action: 'recall.create', name: batch, unique: ['batch', batch], changes: { deviceCount: [null, devices.length] } },
    )
    const step = { step: 'recalled', note: `${recallCode(id)}: ${input.reason}` } as const
    for (let from = 0; from < devices.length; from += chunk)
      await recordTrace(
        write,
        devices.slice(from, from + chunk).map((device) => ({ ...device, ...step })),
      )
    return { id }
  })

/** Records that a company or customer has been notified, and how. @throws DomainError wrongState; notHere for somebody without a device of the batch */
export const recordHolderNotified = (ctx: Ctx, input: InputOf<typeof endpoints.recall.notified>): Promise<null> =>
  transact(ctx, async (write) => {
    const recall = await lockOpenRecall(ctx, write, input.id)
    const { companyId: company_id, note } = input
    const customer_id = input.customerId ?? null
    const holds = await devicesOfBatch(write, { batch: recall.batch, modelId: recall.model_id })
      .select('device.id')
      .where('device.company_id', '=', company_id)
      .where('device.customer_id', customer_id === null ? 'is' : '=', customer_id)
      .limit(1)
      .executeTakeFirst()
    if (!holds) {
      const reason = translate(ctx.locale, 'reasons.batchUnknown')
      throw new DomainError('notHere', { reason }, customer_id === null ? 'companyId' : 'customerId')
    }
    await write.systemDb
      .insertInto('recall_told')
      .values({ recall_id: recall.id, company_id, customer_id, note, told_at: write.at, told_by: write.by })
      .execute()
    const customer = customer_id === null ? {} : { customerId: [null, customer_id] as const }
    const changes = { companyId: [null, company_id] as const, ...customer, note: [null, note] as const }
    auditRow(write, 'recall', recall, { action: 'recall.told', name: recall.batch, changes })
    return null
  })

/** Closes a recall. Devices still in use stay listed. @throws DomainError wrongState, staleVersion */
export const closeRecall = (ctx: Ctx, input: InputOf<typeof endpoints.recall.close>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const recall = await lockOpenRecall(ctx, write, input.id)
    await assertVersion(write, 'recall', recall, input.version)
    const changes = { state: 'closed', closed_at: write.at.toISOString(), close_note: input.note } as const
    await updateRow(write, 'recall', recall, changes, { action: 'recall.complete', name: recall.batch })
    return { id: recall.id }
  })
