import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables/index.ts'
import { advanceChains, auditedColumns, chainedRows, lockChains, type AuditEntry } from './audit.ts'
import type { Actor, Origin } from './context.ts'
import { copyNull, copyRows, copyText } from './database/copy-in.ts'
import { liveChannel, type EventDraft } from './transact.ts'

// Stores what `appendAudit` and `storeEvents` store, for thousands of rows at once: in a storm these are half of what a batch of fires
// writes, and COPY takes a third of the time of an INSERT from JSON.

/** An event of something that names its project. Events of orders also name people, which are looked up (transact.ts). */
export type PlacedEvent = EventDraft & {
  readonly kind: Exclude<EventDraft['kind'], 'order'>
  readonly owner: { readonly projectId: number | null }
}

const copyNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? copyNull : String(value)

/** Stores live events in a transaction and wakes every process when it commits. */
export const copyEvents = async (client: pg.ClientBase, events: readonly PlacedEvent[], at: Date): Promise<void> => {
  if (events.length === 0) return
  const now = at.toISOString()
  const lines = events.map(({ kind, change, objectId, owner, data = {} }) => {
    const { path, customerId, deviceId, accountId, projectId } = owner
    const seenBy = [customerId, deviceId, accountId, projectId].map(copyNumber).join('\t')
    const id = objectId === null ? copyNull : copyText(String(objectId))
    return `${now}\t${copyText(path)}\t${seenBy}\t${kind}\t${id}\t${change}\t${copyText(JSON.stringify(data))}\n`
  })
  await Promise.all([
    copyRows(
      client,
      'copy live_event (at, path, customer_id, device_id, account_id, project_id, kind, object_id, change, data) from stdin',
      lines,
    ),
    client.query({ name: 'live_event_notify', text: 'select pg_notify($1, $2)', values: [liveChannel, ''] }),
  ])
}

const auditColumns = [...auditedColumns, 'previous_hash', 'hash'].join(', ')

/** Appends audit rows to the chains of their companies, as `appendAudit` does. */
export const copyAudit = async (
  tx: Transaction<Tables>,
  client: pg.ClientBase,
  entries: readonly AuditEntry[],
  { actor, origin, at }: { readonly actor: Actor; readonly origin: Origin; readonly at: Date },
): Promise<void> => {
  if (entries.length === 0) return
  const { rows, lines } = chainedRows(await lockChains(tx, entries), entries, actor, origin, at)
  const text = rows.map(
    ({ previous_hash: previous, hash, ...row }) =>
      `${auditedColumns.map((column) => copyText(row[column] === null ? null : String(row[column]))).join('\t')}\t${copyBytes(previous)}\t${copyBytes(hash)}\n`,
  )
  await Promise.all([copyRows(client, `copy audit_log (${auditColumns}) from stdin`, text), advanceChains(tx, lines)])
}

/** Bytes in PostgreSQL's text form. */
const copyBytes = (bytes: Buffer): string => `\\\\x${bytes.toString('hex')}`
