import {
  orderGraphs,
  pushLimits,
  pushVersion,
  type AlarmEventData,
  type PushBody,
  type PushData,
  type PushEvent,
} from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { StoredEvent } from '../../../platform/live-events.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import { pushChannel } from './push-queue.ts'

type Tx = Transaction<Tables>

const ofAlarm: Readonly<Partial<Record<string, readonly PushEvent[]>>> = {
  raised: ['alarm.raised'],
  raisedAgain: ['alarm.raisedAgain'],
  confirmed: ['alarm.confirmed'],
  cleared: ['alarm.dealt', 'alarm.closed'],
  misreport: ['alarm.misreport', 'alarm.closed'],
  restored: ['alarm.restored'],
}
const ofFault: typeof ofAlarm = { raised: ['fault.raised'], solved: ['fault.solved'] }
const ofDevice: typeof ofAlarm = { online: ['device.online'], offline: ['device.offline'] }
const ofGateway: typeof ofAlarm = { online: ['gateway.online'], offline: ['gateway.offline'] }
/** Steps of an order that change its state, of any kind. */
const orderSteps = new Set<string>(
  Object.values(orderGraphs).flatMap(({ transitions }) =>
    transitions.flatMap(({ action, from, to }) => (from.some((state) => state !== to) ? [action] : [])),
  ),
)

/** What a live event means to third parties. Own words only: `toString` is a property of every object. */
export const pushEventsOf = ({ kind, change }: Pick<StoredEvent, 'kind' | 'change'>): readonly PushEvent[] => {
  const named = (words: typeof ofAlarm): readonly PushEvent[] => (Object.hasOwn(words, change) ? (words[change] ?? []) : [])
  switch (kind) {
    case 'alarm':
      return named(ofAlarm)
    case 'fault':
      return named(ofFault)
    case 'device':
      return named(ofDevice)
    case 'gateway':
      return named(ofGateway)
    case 'order':
      if (change === 'create') return ['order.created']
      return orderSteps.has(change) ? ['order.statusChanged'] : []
    default:
      return []
  }
}

interface Matched {
  readonly source: number
  readonly event: PushEvent
  readonly endpoint_id: number
  readonly push_id: number
  readonly delay_s: number
  readonly project: PushData<'alarm.raised'>['project']
  readonly device: PushData<'alarm.raised'>['device']
  readonly gateway: PushData<'gateway.online'>['gateway'] | null
  readonly fault_type: PushData<'fault.raised'>['fault']['type'] | null
}

interface Relevant {
  readonly event: StoredEvent
  readonly types: readonly PushEvent[]
}

/** Whose projects are pushed at all. Read after the events: a push that was created before one of them is seen. */
const pushedProjects = async (db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select distinct project_id as id from project_push where state = 'active' and project_id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The events that some project push may want. */
export const relevantEvents = async (db: Kysely<Tables>, events: readonly StoredEvent[]): Promise<Relevant[]> => {
  const candidates = events.flatMap((event) => {
    const types = event.project_id === null || event.account_id !== null ? [] : pushEventsOf(event)
    return types.length === 0 ? [] : [{ event, types }]
  })
  if (candidates.length === 0) return []
  const projects = await pushedProjects(db, [...new Set(candidates.map(({ event }) => event.project_id ?? 0))])
  return candidates.filter(({ event }) => projects.has(event.project_id ?? 0))
}

/**
 * Which endpoint gets which of the events, with what a payload names. Who owns the project now decides, not who owned it when it happened:
 * after a hand-over the former owner gets nothing more. What happened at a device that is not registered passes every filter of devices.
 */
const matchEvents = async (tx: Tx, relevant: readonly Relevant[], now: Date): Promise<Matched[]> => {
  const rows = relevant.flatMap(({ event, types }) =>
    types.map((type) => ({
      source: event.id,
      event: type,
      project_id: event.project_id,
      device_id: event.device_id,
      gateway_id: event.kind === 'gateway' ? Number(event.object_id) : null,
      fault_type_id: event.kind === 'fault' ? Number(event.data['typeId']) : null,
    })),
  )
  const { rows: matched } = await sql<Matched>`
    select e.source, e.event, p.endpoint_id, p.id as push_id, p.delay_s,
        jsonb_build_object('id', project.id, 'code', project.code, 'name', project.name) as project,
        case when device.id is not null then jsonb_build_object('id', device.id, 'code', device.code, 'name', device.name,
          'model', device_model.name, 'roomNumber', device.room_number) end as device,
        case when gateway.id is not null then jsonb_build_object('id', gateway.id, 'code', gateway.code, 'name', gateway.name) end as gateway,
        case when fault_type.id is not null then jsonb_build_object('id', fault_type.id, 'nameZh', fault_type.name_zh, 'nameEn', fault_type.name_en)
          end as fault_type
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as e (source bigint, event text, project_id bigint, device_id bigint, gateway_id bigint, fault_type_id bigint)
      join project_push p on p.project_id = e.project_id and p.state = 'active' and e.source > p.since_event
        and (p.event_types = '{}' or e.event = any(p.event_types))
      join push_endpoint endpoint on endpoint.id = p.endpoint_id and endpoint.deleted_at is null and e.event = any(endpoint.event_types)
        and not ${isStopped('endpoint.path', now)}
      join project on project.id = p.project_id and project.deleted_at is null and ${isInBranch('project.path', 'endpoint.path')}
      left join device on device.id = e.device_id and ${isInBranch('device.path', 'endpoint.path')}
      left join device_model on device_model.id = device.model_id
      left join gateway on gateway.id = e.gateway_id and ${isInBranch('gateway.path', 'endpoint.path')}
      left join fault_type on fault_type.id = e.fault_type_id
     where e.device_id is null or device.id is null or (p.model_ids = '{}' and p.device_ids = '{}')
        or device.model_id = any(p.model_ids) or device.id = any(p.device_ids)
     order by e.source, e.event, p.id`.execute(tx)
  return matched
}

const dataOf = ({ kind, object_id: id, data }: StoredEvent, { project, device, gateway, fault_type: type }: Matched): object => {
  const objectId = Number(id)
  switch (kind) {
    case 'alarm': {
      const { code, level, state, test, firstAt, typeId, typeNameZh, typeNameEn } = data as unknown as AlarmEventData
      const named = { id: typeId, nameZh: typeNameZh, nameEn: typeNameEn }
      const alarm = { id: objectId, code, level, state, test, firstAt: new Date(firstAt).toISOString(), type: named }
      return { alarm, project, device } satisfies PushData<'alarm.raised'>
    }
    case 'fault':
      return {
        fault: { id: objectId, type: type ?? { id: Number(data['typeId']), nameZh: '', nameEn: '' } },
        project,
        device,
      } satisfies PushData<'fault.raised'>
    case 'device':
      return { project, device } satisfies PushData<'device.online'>
    case 'gateway':
      return { gateway: gateway ?? { id: objectId, code: '', name: '' }, project } satisfies PushData<'gateway.online'>
    default: {
      const { code, kind: orderKind, status } = data as Omit<PushData<'order.created'>['order'], 'id'>
      return { order: { id: objectId, code, kind: orderKind, status }, project } satisfies PushData<'order.created'>
    }
  }
}

const atOnce = 1_000

/** Queues what third parties get of these events, in the transaction that moves the cursor. Returns how many pushes that are. */
export const collectEvents = async (tx: Tx, relevant: readonly Relevant[], now: Date): Promise<number> => {
  const events = new Map(relevant.map(({ event }) => [event.id, event]))
  const rows = (await matchEvents(tx, relevant, now)).flatMap((match) => {
    const event = events.get(match.source)
    if (!event) return []
    const id = randomUUID()
    const body: PushBody = {
      id,
      type: match.event,
      version: pushVersion,
      timestamp: event.at,
      data: dataOf(event, match),
    }
    // The delay counts from now: an event that was read late is late enough.
    const due = now.getTime() + match.delay_s * 1_000
    return [
      {
        endpoint_id: match.endpoint_id,
        push_id: match.push_id,
        project_id: event.project_id,
        event_id: id,
        source_id: event.id,
        push_event: match.event,
        pushed_object: `${event.kind}:${event.object_id}`,
        fire: event.kind === 'alarm' && (event.data as unknown as AlarmEventData).level === 'fire',
        occurred_at: event.at,
        request: body,
        due_at: new Date(due),
        give_up_at: new Date(due + pushLimits.giveUpMs),
      },
    ]
  })
  for (let at = 0; at < rows.length; at += atOnce)
    await sql`
      insert into push_delivery (endpoint_id, push_id, project_id, event_id, source_id, push_event, pushed_object, fire, occurred_at, request, due_at, give_up_at, state_at)
      select endpoint_id, push_id, project_id, event_id, source_id, push_event, pushed_object, fire, occurred_at, request, due_at, give_up_at, ${now}
        from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + atOnce))}::jsonb) as row (endpoint_id bigint, push_id bigint, project_id bigint,
          event_id uuid, source_id bigint, push_event text, pushed_object text, fire boolean, occurred_at timestamptz, request jsonb, due_at timestamptz,
          give_up_at timestamptz)
      on conflict (endpoint_id, source_id, push_event) do nothing`.execute(tx)
  if (rows.length > 0) await announce(tx, pushChannel)
  return rows.length
}
