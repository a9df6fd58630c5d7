import type { AuditAction } from '@emberwatch/contract'
import type { AuditEntry } from './audit.ts'
import type { Actor } from './context.ts'

/** The audit entry for what people do to their own account. */
export const selfAudit = (actor: Actor, action: AuditAction, changes: NonNullable<AuditEntry['changes']> = {}): AuditEntry => ({
  action,
  object: { kind: 'account', id: actor.accountId ?? 0, name: actor.name },
  owner: { companyId: actor.companyId ?? 0, path: actor.companyPath },
  changes,
})

/** The caller's account id. @throws if nobody is signed in, which an endpoint with access `session` rules out. */
export const ownId = (actor: Actor): number => {
  if (actor.accountId === null) throw new Error('nobody is signed in')
  return actor.accountId
}
