import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { definitionColumns, jsonChange } from './definition-fields.ts'

/** Adds a command to a model. */
export const createDefinition = (ctx: Ctx, input: InputOf<typeof endpoints.deviceCommand.create>): Promise<{ id: number }> => {
  const columns = definitionColumns(ctx, input)
  return transact(ctx, async (write) => {
    const changes = {
      parameters: jsonChange([], input.parameters ?? []),
      sender_types: jsonChange([], input.senderTypes ?? []),
    }
    const audit = { action: 'deviceCommand.create', unique: ['code', input.code], changes, owner: actorCompany(ctx) } as const
    return { id: await insertRow(write, 'device_command', { model_id: input.modelId, ...columns }, audit) }
  })
}
