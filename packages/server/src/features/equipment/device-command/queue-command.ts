import { openCommandStates } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import type { Write } from '../../../platform/transact.ts'
import type { CommandTarget } from './command-target.ts'
import { announceCommands, insertCommand, type Definition } from './command.store.ts'
import { wireParams, type Values } from './wire-params.ts'

/** How long a second person has to decide, and how long a command waits for its gateway to connect. */
const approvalMs = 30 * 60_000
export const connectMs = 15_000

/** How long a command may be carried out, all attempts included. Also `expires` on the wire. */
export const lifeMs = ({ timeout_s, retries }: { readonly timeout_s: number; readonly retries: number }): number =>
  timeout_s * (retries + 1) * 1000

export interface QueuedCommand {
  readonly definition: Definition
  readonly target: CommandTarget
  readonly values: Values
  readonly resendUnanswered: boolean
  readonly note?: string | undefined
  /** The rule that sends it, and its author: the account, and the person who had signed in as it. Without a rule, the actor is the author. */
  readonly rule?: {
    readonly id: number
    readonly name: string
    readonly editor: number | null
    readonly editorFor: number | null
  }
  /** The person who has signed in as the sender, if any. */
  readonly requestedFor?: number | null
}

/**
 * Stores a command, to be sent when the write commits; a dangerous one waits for a second person. Returns its id, or why it is refused: the
 * same command is still under way, or its values do not fit the frame.
 */
export const queueCommand = async (write: Write, command: QueuedCommand): Promise<number | 'open' | 'unfit'> => {
  const { definition, target, values, rule, note = null } = command
  const { gateway } = target
  if (!gateway) throw new Error('a command needs a gateway')
  const wire = wireParams(definition, values)
  if (wire === undefined) return 'unfit'
  const { dangerous, timeout_s, retries } = definition
  const expires = write.at.getTime() + (dangerous ? approvalMs : lifeMs(definition))
  const due = dangerous ? expires : Math.min(expires, write.at.getTime() + connectMs)
  const id = await insertCommand(write.systemDb, {
    company_id: target.companyId,
    path: target.path,
    customer_id: target.customerId,
    project_id: target.projectId,
    gateway_id: gateway.id,
    device_id: target.deviceId,
    command_id: definition.id,
    code: definition.code,
    name: definition.name,
    dangerous,
    params: JSON.stringify(values),
    wire_params: JSON.stringify(wire),
    timeout_s,
    retries,
    resend_unanswered: command.resendUnanswered,
    uid: randomUUID(),
    state: dangerous ? openCommandStates[0] : openCommandStates[1],
    note,
    rule_id: rule?.id ?? null,
    rule_name: rule?.name ?? null,
    // Whoever wrote the rule requested what it sends, so somebody else must approve it.
    requested_by: rule ? rule.editor : write.by,
    requested_for: rule ? rule.editorFor : (command.requestedFor ?? null),
    created_at: write.at,
    expires_at: new Date(expires),
    due_at: new Date(due),
  })
  if (id === undefined) return 'open'
  write.audit({
    action: 'sentCommand.send',
    object: { kind: 'sent_command', id, name: definition.name },
    owner: { companyId: target.companyId, path: target.path },
    changes: {
      deviceId: [null, target.deviceId],
      gatewayId: [null, gateway.id],
      params: [null, values],
      ...(note === null ? {} : { note: [null, note] as const }),
      ...(rule ? { ruleName: [null, rule.name] as const } : {}),
    },
  })
  write.emit({
    kind: 'command',
    change: dangerous ? 'waitingApproval' : 'queued',
    objectId: id,
    owner: { path: target.path, customerId: target.customerId, deviceId: target.deviceId, projectId: target.projectId },
  })
  await announceCommands(write.systemDb)
  return id
}
