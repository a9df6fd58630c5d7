import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lockOpenRecall } from './recall.store.ts'
import { devicesOfBatch } from './recall.rows.ts'

/** Records that a company or customer has been told, and how. @throws DomainError wrongState; notHere for somebody without a device of the batch */
export const tellHolder = (ctx: Ctx, input: InputOf<typeof endpoints.recall.told>): Promise<null> =>
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
