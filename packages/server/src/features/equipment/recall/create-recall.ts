import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { devicesOfBatch, recallCode } from './recall.rows.ts'

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
