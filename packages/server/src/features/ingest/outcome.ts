import type { AuditEntry } from '../../platform/audit.ts'
import type { EventDraft } from '../../platform/transact.ts'
import type { Owner } from './directory.ts'

/** What a batch has to tell, stored in its transaction. */
export class Outcome {
  readonly audits: AuditEntry[] = []
  readonly events: EventDraft[] = []
  readonly raised: RaisedAlarm[] = []

  /** An audit row of the system, for something that began or ended. */
  audit(action: string, kind: string, id: number, name: string, owner: Owner, changes: AuditEntry['changes']): void {
    const { companyId, path } = owner
    this.audits.push({
      action,
      object: { kind, id, name },
      owner: { companyId, path },
      ...(changes === undefined ? {} : { changes }),
    })
  }

  event(
    kind: EventDraft['kind'],
    change: string,
    id: number,
    owner: Owner,
    deviceId: number | null,
    data: Record<string, unknown>,
  ): void {
    const { path, customerId } = owner
    this.events.push({ kind, change, objectId: id, owner: { path, customerId, deviceId }, data })
  }
}

/** A new alarm, for whoever must be told. */
export interface RaisedAlarm {
  id: number
  firstAt: Date
  typeId: number
  owner: Owner
  deviceId: number | null
  notify: boolean
}
