import type { AuditActionOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Write } from '../../../platform/transact.ts'
import type { StoredGateway } from './gateway.store.ts'

export interface GatewayOwner {
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly project_id: number | null
}

/** Columns that repeat what another column says. */
const repeated: ReadonlySet<string> = new Set(['company_id', 'path', 'bound_at', 'stocked_at'])

/** The audit rows of a changed gateway, from → to. If it changes company, there is one in the log of each. */
export const auditGateway = (
  write: Write,
  action: AuditActionOf<'gateway'>,
  gateway: StoredGateway,
  changes: Readonly<Record<string, unknown>>,
): void => {
  const kept = Object.fromEntries(Object.entries(changes).filter(([column]) => !repeated.has(column)))
  const before = { companyId: gateway.company_id, path: gateway.path }
  const after = {
    companyId: (changes['company_id'] as number | undefined) ?? before.companyId,
    path: (changes['path'] as string | undefined) ?? before.path,
  }
  for (const owner of after.path === before.path ? [before] : [after, before])
    write.audit({
      action,
      object: { kind: 'gateway', id: gateway.id, name: gateway.name },
      owner,
      changes: changesBetween(gateway, kept),
    })
}

/** Makes open lists refresh, for both the new and the former owner. */
export const emitGateway = (
  write: Write,
  change: string,
  id: number,
  owners: readonly Omit<GatewayOwner, 'company_id'>[],
): void => {
  const distinct = new Map(owners.map((owner) => [`${owner.path} ${owner.customer_id ?? ''} ${owner.project_id ?? ''}`, owner]))
  for (const { path, customer_id: customerId, project_id: projectId } of distinct.values())
    write.emit({ kind: 'gateway', change, objectId: id, owner: { path, customerId, projectId } })
}
