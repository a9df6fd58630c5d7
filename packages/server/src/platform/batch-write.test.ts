import { expect, test } from 'vitest'
import { appendAudit, auditedColumns, auditHash, canonicalJson, type AuditEntry } from './audit.ts'
import { BatchWrite } from './batch-write.ts'
import { systemActor, systemOrigin } from './context.ts'
import type { PlacedEvent } from './effects.batch.ts'
import { storeEvents } from './transact.ts'
import { IngestConnection } from '../features/ingest/ingest/ingest-connection.ts'
import { useIngest } from '../features/ingest/ingest/ingest.testing.ts'

const t = useIngest()
/** Every character with a special meaning in COPY or JSON. */
const awkward = 'a\tb\\c\n\\N\r"烟" 😀 \u0001 {"x":1}'
/** Only events about alarms: the gateway coming online emits one as well. */
const alarmEvents = () =>
  t.db.selectFrom('live_event').selectAll().where('path', '=', t.site.path).where('kind', '=', 'alarm').orderBy('id').execute()

test('a batch stores the same events and audit rows as any other write, in one chain with them', async () => {
  const { companyId, path, projectId } = t.site
  const audits: readonly AuditEntry[] = [1, 2].map((id) => ({
    action: 'alarm.raise',
    object: { kind: 'alarm', id, name: awkward },
    owner: { companyId, path },
    changes: { state: [null, 'unconfirmed'], note: [awkward, { a: [1e21, -0] }] },
  }))
  const owner = { path, customerId: null, deviceId: t.device.id, projectId }
  const events: readonly PlacedEvent[] = [1, 2].map((id) => ({
    kind: 'alarm',
    change: 'raised',
    objectId: id,
    owner,
    data: { name: awkward, at: null },
  }))
  const at = new Date()
  const connection = new IngestConnection(t.connection)
  const batch = () =>
    connection.transaction((tx, client, later) => {
      const write = new BatchWrite(client, at, later)
      for (const entry of audits) write.audit(entry)
      for (const event of events) write.emit(event)
      return write.store(tx)
    })
  await batch()
  await t.db.transaction().execute(async (tx) => {
    await storeEvents(tx, events, at)
    await appendAudit(tx, audits, systemActor, systemOrigin, at)
  })
  await batch()
  await connection.close()

  const stored = await alarmEvents()
  const shown = stored.map((event) => ({ ...event, id: 0, xid: '' }))
  expect(shown).toHaveLength(6)
  expect(shown.slice(0, 2)).toEqual(shown.slice(2, 4))
  expect(shown[0]).toMatchObject({ data: { name: awkward, at: null }, project_id: projectId, people: null })

  const rows = await t.db.selectFrom('audit_log').selectAll().where('company_id', '=', companyId).orderBy('sequence').execute()
  const own = rows.slice(-6)
  expect(own.map(({ object_id: id, object_name: name }) => [id, name])).toEqual(
    ['1', '2', '1', '2', '1', '2'].map((id) => [id, awkward]),
  )
  const withoutPlace = own.map((row) => ({ ...row, id: 0, sequence: 0, previous_hash: null, hash: null }))
  expect(withoutPlace.slice(0, 2)).toEqual(withoutPlace.slice(2, 4))
  for (const [index, row] of rows.entries()) {
    const covered = Object.fromEntries(auditedColumns.map((column) => [column, row[column]]))
    expect(row.hash).toEqual(auditHash(row.previous_hash, { ...covered, changes: canonicalJson(row.changes) }))
    if (index > 0) expect(row.previous_hash).toEqual(rows[index - 1]?.hash)
  }
})

test('a batch with text that the database cannot store stores nothing', async () => {
  const { companyId, path, projectId } = t.site
  const connection = new IngestConnection(t.connection)
  const stored = connection.transaction((tx, client, later) => {
    const write = new BatchWrite(client, new Date(), later)
    write.emit({ kind: 'alarm', change: 'raised', objectId: 1, owner: { path, customerId: null, deviceId: null, projectId } })
    write.audit({
      action: 'alarm.raise',
      object: { kind: 'alarm', id: 1, name: 'a\0b' },
      owner: { companyId, path },
      changes: {},
    })
    return write.store(tx)
  })
  await expect(stored).rejects.toMatchObject({ code: '22021' })
  expect(await alarmEvents()).toEqual([])
  await connection.close()
})
