import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { lockCommand } from './command.store.ts'
import { stepCommand } from './step-command.ts'

/** Withdraws a command that has not been sent yet. @throws wrongState once it has */
export const cancelCommand = (ctx: Ctx, { id }: InputOf<typeof endpoints.sentCommand.cancel>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const command = await lockCommand(write.db, id)
    if (!command) throw new DomainError('notFound', {}, 'id')
    await stepCommand(ctx, write, command, { action: 'cancel', changes: { decided_by: write.by, decided_at: write.at } })
    return { id }
  })
