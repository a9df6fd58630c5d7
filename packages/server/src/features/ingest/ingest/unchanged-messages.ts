import type pg from 'pg'
import { signalsOf } from './signals.ts'
import type { InboundMessage } from './inbound-message.ts'

type PointChange = { typeId: number; point: string; action: 'raise' | 'restore'; eachIsNew?: boolean }
type StandingRow = { kind: 'alarm' | 'fault'; type_id: number; point: string; test: boolean; confirmed: boolean }

/**
 * The messages that would change nothing if applied: every condition that they raise is already active at its point, and none that they
 * restore is. A message without conditions changes nothing either. With `some` trust in its number, only the conditions that it raises are
 * compared, because those it restores may have been raised again since. A condition that another message of the batch changes counts as
 * changed. An alarm of a test is no reason to drop a signal: the next may be a real fire. Nor is a confirmed one whose signals are each new.
 */
export const findUnchangedMessages = async (
  client: pg.ClientBase,
  items: ReadonlyMap<InboundMessage, 'some' | 'none'>,
  batch: readonly InboundMessage[],
): Promise<Set<InboundMessage>> => {
  const candidates = [...items].map(([item, trust]) => ({ item, trust, signals: signalsOf(item) }))
  const all = candidates.flatMap(({ signals }) => [...signals.alarms, ...signals.faults])
  if (all.length === 0) return new Set(items.keys())
  const points = [...new Set(all.map(({ point }) => point))]
  const { rows } = await client.query<StandingRow>({
    name: 'ingest_standing',
    text: `select 'alarm' as kind, o.type_id, o.point, a.test, a.state = 'confirmed' as confirmed
             from alarm_open o join alarm a on a.id = o.alarm_id and a.first_at = o.first_at
            where o.point = any ($1::text[]) and a.source_active and a.state in ('unconfirmed', 'confirmed')
      union all
      select 'fault', f.type_id, f.point, f.test, false from fault f where f.point = any ($1::text[]) and f.state <> 'solved'`,
    values: [points],
  })
  const standing = new Map(rows.map(({ kind, type_id: type, point, ...now }) => [`${kind} ${type} ${point}`, now]))
  const changing = new Set(batch.flatMap(changesOf))
  const stands = (kind: string, trust: 'some' | 'none') => (change: PointChange) => {
    const { action, typeId, point, eachIsNew } = change
    if (action === 'restore' && trust === 'some') return true
    const opposite = action === 'raise' ? 'restore' : 'raise'
    const now = standing.get(`${kind} ${typeId} ${point}`)
    const isSo = action === 'raise' ? now?.test === false && !(eachIsNew === true && now.confirmed) : now === undefined
    return isSo && !changing.has(changeKey(kind, { ...change, action: opposite }))
  }
  return new Set(
    candidates.flatMap(({ item, trust, signals }) =>
      signals.alarms.every(stands('alarm', trust)) && signals.faults.every(stands('fault', trust)) ? [item] : [],
    ),
  )
}

const changesOf = (item: InboundMessage): string[] => {
  const { alarms, faults } = signalsOf(item)
  return [...alarms.map((change) => changeKey('alarm', change)), ...faults.map((change) => changeKey('fault', change))]
}

const changeKey = (kind: string, { typeId, point, action }: PointChange): string => {
  return `${action} ${kind} ${typeId} ${point}`
}
