import type { EnumValue, PushBody, PushEvent, PushTry } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, Json, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** An endpoint of a third party, with its health. */
export interface PushEndpointTable extends Tracked, Owned {
  id: Defaulted<number>
  /** Part of its MQTT topic and user name. Never reused. */
  code: string
  name: string
  push_way: EnumValue<'pushWay'>
  url: Optional<string>
  push_auth: Defaulted<EnumValue<'pushAuth'>>
  push_user: Optional<string>
  /** Sealed: password, token or signing key. */
  secret: Optional<Buffer>
  /** The former signing key, which is used too until `old_secret_until`. */
  old_secret: Optional<Buffer>
  old_secret_until: OptionalInstant
  /** Of its MQTT account. */
  secret_hash: Optional<Buffer>
  event_types: Defaulted<PushEvent[]>
  allow_private: Defaulted<boolean>
  remark: Defaulted<string>
  state: Defaulted<'active' | 'paused' | 'disabled'>
  pause_reason: Optional<EnumValue<'pushPauseReason'>>
  /** Failures since the last success, and since when. */
  push_failures: Defaulted<number>
  failing_since: OptionalInstant
  down_until: OptionalInstant
  push_error: Optional<string>
  last_success_at: OptionalInstant
  last_failure_at: OptionalInstant
  /** It counts as unused from here on. */
  used_at: InstantNow
  warned_at: OptionalInstant
  deleted_at: OptionalInstant
}

/** Which events of a project go to which endpoint. It belongs to the endpoint's company and stays there when the project leaves. */
export interface ProjectPushTable extends Tracked, Owned {
  id: Defaulted<number>
  endpoint_id: number
  project_id: number
  project_name: string
  event_types: Defaulted<PushEvent[]>
  model_ids: Defaulted<number[]>
  device_ids: Defaulted<number[]>
  delay_s: Defaulted<number>
  /** The newest live event at its beginning. */
  since_event: number
  state: Defaulted<EnumValue<'projectPushState'>>
  end_reason: Optional<EnumValue<'pushEndReason'>>
  ended_at: OptionalInstant
}

/** One event for one endpoint, from the event until it was taken: record and queue in one. */
export interface PushDeliveryTable {
  id: Defaulted<number>
  endpoint_id: number
  push_id: Optional<number>
  project_id: Optional<number>
  event_id: string
  source_id: Optional<number>
  push_event: PushEvent
  /** Kind and id of what happened to whom: its events are pushed one after the other. */
  pushed_object: string
  /** About an alarm of the level fire. */
  fire: Defaulted<boolean>
  occurred_at: Instant
  request: Json<PushBody>
  state: Defaulted<EnumValue<'pushState'>>
  attempts: Defaulted<number>
  due_at: Instant
  give_up_at: Instant
  state_at: InstantNow
  claimed_until: OptionalInstant
  finished_at: OptionalInstant
  status_code: Optional<number>
  ms: Optional<number>
  push_error: Optional<string>
  response: Optional<string>
  tries: JsonDefaulted<PushTry[]>
}

export interface PushTallyTable {
  endpoint_id: number
  hour: Instant
  delivered: Defaulted<number>
  failed: Defaulted<number>
}

export interface PushesTables {
  push_endpoint: PushEndpointTable
  project_push: ProjectPushTable
  push_delivery: PushDeliveryTable
  push_tally: PushTallyTable
}

export const pushesFacts = {
  push_endpoint: {
    owner: 'push-endpoint',
    scope: { path: 'path', creator: 'created_by' },
    marksDeleted: true,
    published: 'name event_types',
  },
  project_push: {
    owner: 'project-push',
    scope: { path: 'path', creator: 'created_by' },
    published: 'endpoint_id project_id project_name event_types model_ids device_ids delay_s since_event state',
  },
  push_delivery: {
    owner: 'push-endpoint',
    scope: { through: ['endpoint_id', 'push_endpoint'] },
    published: 'push_id state finished_at',
  },
  push_tally: { owner: 'push-endpoint', scope: { through: ['endpoint_id', 'push_endpoint'] } },
} as const satisfies FactsOf<PushesTables>
