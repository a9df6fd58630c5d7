import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Enables or disables a command. A disabled one is not sent any more, by people or by rules. */
export const setDefinitionEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.deviceCommand.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const command = await lockRow(write, 'device_command', { id })
    const changes = { enabled: [command.enabled, enabled] } as const
    await updateRow(
      write,
      'device_command',
      command,
      { enabled },
      { action: 'deviceCommand.forbidden', changes, owner: actorCompany(ctx) },
    )
    return null
  })
