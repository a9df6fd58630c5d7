import type { AuditAction, AuditObjectKind } from '@emberwatch/contract'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { AuditEntry } from '../../../platform/audit.ts'
import { systemActor, systemOrigin } from '../../../platform/context.ts'
import { copyAudit, copyEvents, type PlacedEvent } from '../../../platform/effects.batch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Cause } from '../../alarms/notify-cause/cause.batch.ts'
import type { Owner } from './gateway-cache.ts'
import type { InboundMessage } from './inbound-message.ts'

/** The events, audit rows and notification causes of a batch, stored in the batch's own transaction. */
export class BatchEffects {
  readonly audits: AuditEntry[] = []
  readonly events: PlacedEvent[] = []
  readonly causes: Cause[] = []
  /** Messages whose original bytes are kept: `first` raised an alarm, `later` raised it again. */
  readonly frames = { first: new Set<InboundMessage>(), later: new Set<InboundMessage>() }

  get isEmpty(): boolean {
    return this.audits.length === 0 && this.events.length === 0 && this.causes.length === 0
  }

  /** An audit row written by the system, for a condition that began or ended. */
  audit(
    action: AuditAction,
    kind: AuditObjectKind,
    id: number,
    name: string,
    owner: Owner,
    changes: AuditEntry['changes'],
  ): void {
    const { companyId, path } = owner
    this.audits.push({
      action,
      object: { kind, id, name },
      owner: { companyId, path },
      ...(changes === undefined ? {} : { changes }),
    })
  }

  /** The same effects without the audit rows. */
  withoutAudit(): BatchEffects {
    const rest = new BatchEffects()
    rest.events.push(...this.events)
    return rest
  }

  event(
    kind: PlacedEvent['kind'],
    change: string,
    id: number,
    owner: Owner,
    deviceId: number | null,
    data: Record<string, unknown>,
  ): void {
    const { path, customerId, projectId } = owner
    this.events.push({ kind, change, objectId: id, owner: { path, customerId, deviceId, projectId }, data })
  }
}

/** Stores a batch's events and audit rows in its transaction. */
export async function storeEffects(
  tx: Transaction<Tables>,
  client: pg.ClientBase,
  { events, audits }: BatchEffects,
  at: Date,
): Promise<void> {
  await Promise.all([
    copyEvents(client, events, at),
    // Last, because nobody else in the company can write until the commit.
    copyAudit(tx, client, audits, { actor: systemActor, origin: systemOrigin, at }),
  ])
}

/** Cuts a list into pieces of at most `size`. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
