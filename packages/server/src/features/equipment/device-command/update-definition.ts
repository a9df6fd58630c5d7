import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { definitionColumns, jsonChange } from './definition-fields.ts'

/** Edits a command of a model. Commands already sent stay as they were. */
export const updateDefinition = (ctx: Ctx, input: InputOf<typeof endpoints.deviceCommand.update>): Promise<{ id: number }> => {
  const columns = definitionColumns(ctx, input)
  return transact(ctx, async (write) => {
    const before = await lockRow(write, 'device_command', input)
    const changes = {
      parameters: jsonChange(before.parameters, input.parameters ?? []),
      sender_types: jsonChange(before.sender_types, input.senderTypes ?? []),
    }
    const audit = { action: 'deviceCommand.update', unique: ['code', input.code], changes, owner: actorCompany(ctx) } as const
    await updateRow(write, 'device_command', before, columns, audit)
    return { id: before.id }
  })
}
