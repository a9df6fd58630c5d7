import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { isSecondPerson } from '../../base/access/second-person.ts'
import { deviceTargets, gatewayTarget, targetProblem } from './command-target.ts'
import { lockCommand, type StoredCommand } from './command.store.ts'
import { connectMs, lifeMs } from './queue-command.ts'
import { stepCommand } from './step-command.ts'

/** The approver must be neither the requester's account nor a person who has signed in as the requester. */
const assertSomebodyElse = (ctx: Ctx, { requested_by, requested_for }: StoredCommand): void => {
  if (isSecondPerson(ctx.actor, [requested_by, requested_for])) return
  throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.secondPerson') })
}

/**
 * A second person decides about a dangerous command. Once approved it is sent, so its time starts now.
 * @throws precondition for one's own command, or if the device can no longer be reached; reasonRequired to deny; wrongState
 */
export const approveCommand = (ctx: Ctx, input: InputOf<typeof endpoints.sentCommand.approve>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const command = await lockCommand(write.db, input.id)
    if (!command) throw new DomainError('notFound', {}, 'id')
    const { id, device_id, gateway_id } = command
    assertSomebodyElse(ctx, command)
    const decided = { decided_by: write.by, decided_at: write.at }
    if (!input.agree) {
      if (!input.reason) throw new DomainError('reasonRequired', {}, 'reason')
      await stepCommand(ctx, write, command, {
        action: 'deny',
        changes: { ...decided, reply_message: input.reason },
        note: input.reason,
      })
      return { id }
    }
    const target =
      device_id === null ? await gatewayTarget(write.db, gateway_id) : (await deviceTargets(write.db, [device_id]))[0]
    const problem = target ? targetProblem(target) : 'commandDeviceOff'
    if (problem && command.state === 'waitingApproval')
      throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${problem}`) })
    const expires = write.at.getTime() + lifeMs(command)
    await stepCommand(ctx, write, command, {
      action: 'approve',
      changes: {
        ...decided,
        expires_at: new Date(expires),
        due_at: new Date(Math.min(expires, write.at.getTime() + connectMs)),
      },
      note: input.reason,
    })
    return { id }
  })
