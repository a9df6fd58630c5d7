import { commandStates, decide, DomainError, type AuditActionOf, type EnumValue } from '@emberwatch/contract'
import type { Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { SentCommandTable } from '../../../tables/commands.tables.ts'
import { announceCommands, updateCommand, type StoredCommand } from './command.store.ts'

export interface CommandStep {
  readonly action: 'approve' | 'deny' | 'cancel' | 'publish' | 'resend' | 'deliver' | 'fail' | 'timeOut'
  readonly changes?: Updateable<SentCommandTable>
  readonly failure?: EnumValue<'commandFailure'>
  /** Recorded in the audit log besides the state. */
  readonly note?: string | undefined
}

/** Names the person who last moved a command. Read unscoped: they may belong to a company above. */
const refuseState = async (ctx: Ctx, write: Write, command: StoredCommand): Promise<never> => {
  const account = await write.systemDb
    .selectFrom('account')
    .select('name')
    .where('id', '=', command.decided_by)
    .executeTakeFirst()
  throw new DomainError('wrongState', {
    state: enumLabel(ctx.locale, 'commandState', command.state),
    who: account?.name ?? '—',
    when: command.closed_at ?? command.decided_at ?? command.sent_at ?? command.created_at,
  })
}

/** Final states. */
const closing: ReadonlySet<EnumValue<'commandState'>> = new Set(['failed', 'timedOut', 'denied', 'cancelled'])

/**
 * One step of a locked command: state graph → update → live event, audit.
 * @throws wrongState, precondition (the second person), noAccess
 */
export const stepCommand = async (ctx: Ctx, write: Write, command: StoredCommand, step: CommandStep): Promise<void> => {
  const { action, changes = {}, failure, note } = step
  const facts = { requestedById: command.requested_by, requestedForId: command.requested_for }
  const verdict = decide(commandStates, action, command.state, facts, ctx.actor)
  if (!verdict.allowed && verdict.reason === 'wrongState') return refuseState(ctx, write, command)
  if (!verdict.allowed && verdict.reason === 'noAccess') throw new DomainError('noAccess')
  if (!verdict.allowed) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.secondPerson') })
  const state = verdict.to
  const isClosed = closing.has(state)
  await updateCommand(write.systemDb, command.id, {
    ...changes,
    state,
    failure: failure ?? null,
    ...(isClosed ? { closed_at: write.at, due_at: null } : {}),
  })
  const { company_id: companyId, path, customer_id: customerId, device_id: deviceId, project_id: projectId } = command
  write.audit({
    action: `sentCommand.${action}` satisfies AuditActionOf<'sentCommand'>,
    object: { kind: 'sent_command', id: command.id, name: command.name },
    owner: { companyId, path },
    changes: {
      state: [command.state, state],
      ...(failure ? { failure: [null, failure] as const } : {}),
      ...(note ? { note: [null, note] as const } : {}),
    },
  })
  write.emit({ kind: 'command', change: state, objectId: command.id, owner: { path, customerId, deviceId, projectId } })
  if (state === 'queued') await announceCommands(write.systemDb)
}
