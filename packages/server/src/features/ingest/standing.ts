import type pg from 'pg'
import { conditionsOf } from './conditions.ts'
import type { Inbound } from './inbound.ts'

type Said = { typeId: number; point: string; action: 'raise' | 'restore' }

/**
 * Those of the messages that would change nothing if they were applied: each condition that they begin stands unrestored at its point, each that they end
 * does not. What says nothing of the kind changes nothing either. With `some` trust in its number, a message is judged by what it begins alone: what it ends may have
 * begun anew since. Whatever another message of the batch ends or begins stands no longer as it is stored.
 */
export async function standingOf(
  client: pg.ClientBase,
  items: ReadonlyMap<Inbound, 'some' | 'none'>,
  batch: readonly Inbound[],
): Promise<Set<Inbound>> {
  const said = [...items].map(([item, trust]) => ({ item, trust, conditions: conditionsOf(item) }))
  const all = said.flatMap(({ conditions }) => [...conditions.alarms, ...conditions.faults])
  if (all.length === 0) return new Set(items.keys())
  const points = [...new Set(all.map(({ point }) => point))]
  const { rows } = await client.query<{ kind: 'alarm' | 'fault'; type_id: number; point: string }>({
    name: 'ingest_standing',
    text: `select 'alarm' as kind, o.type_id, o.point from alarm_open o join alarm a on a.id = o.alarm_id and a.first_at = o.first_at
            where o.point = any ($1::text[]) and a.source_active and a.state in ('unconfirmed', 'confirmed')
      union all
      select 'fault', f.type_id, f.point from fault f where f.point = any ($1::text[]) and f.state <> 'solved'`,
    values: [points],
  })
  const standing = new Set(rows.map(({ kind, type_id: type, point }) => `${kind} ${type} ${point}`))
  const changing = new Set(batch.flatMap(changesOf))
  const stands = (kind: string, trust: 'some' | 'none') => (change: Said) => {
    const { action, typeId, point } = change
    if (action === 'restore' && trust === 'some') return true
    const opposite = action === 'raise' ? 'restore' : 'raise'
    return (
      standing.has(`${kind} ${typeId} ${point}`) === (action === 'raise') &&
      !changing.has(nameOf(kind, { ...change, action: opposite }))
    )
  }
  return new Set(
    said.flatMap(({ item, trust, conditions }) =>
      conditions.alarms.every(stands('alarm', trust)) && conditions.faults.every(stands('fault', trust)) ? [item] : [],
    ),
  )
}

function changesOf(item: Inbound): string[] {
  const { alarms, faults } = conditionsOf(item)
  return [...alarms.map((change) => nameOf('alarm', change)), ...faults.map((change) => nameOf('fault', change))]
}

function nameOf(kind: string, { typeId, point, action }: Said): string {
  return `${action} ${kind} ${typeId} ${point}`
}
