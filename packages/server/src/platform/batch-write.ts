import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables/index.ts'
import type { AuditEntry } from './audit.ts'
import { systemActor, systemOrigin } from './context.ts'
import { copyAudit, copyEvents, type PlacedEvent } from './effects.batch.ts'

/** Sends a statement whose answer is not needed. If it fails, the transaction fails. */
export type Later = (statement: Promise<unknown>) => void

/** The open transaction of a batch: what a `Write` is for a verb, for thousands of rows at once. The program itself acts. */
export class BatchWrite {
  readonly client: pg.ClientBase
  /** The time of this write. */
  readonly at: Date
  readonly later: Later
  readonly audits: AuditEntry[] = []
  readonly events: PlacedEvent[] = []

  constructor(client: pg.ClientBase, at: Date, later: Later) {
    this.client = client
    this.at = at
    this.later = later
  }

  audit(entry: AuditEntry): void {
    this.audits.push(entry)
  }

  emit(event: PlacedEvent): void {
    this.events.push(event)
  }

  /** Stores the events and audit rows. Call at the end, because nobody else in these companies can write until the commit. */
  async store(tx: Transaction<Tables>, { audited = true } = {}): Promise<void> {
    await Promise.all([
      copyEvents(this.client, this.events, this.at),
      copyAudit(tx, this.client, audited ? this.audits : [], { actor: systemActor, origin: systemOrigin, at: this.at }),
    ])
  }
}
