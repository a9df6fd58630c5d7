import { limits } from '../../../kernel/limits.ts'
import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import { pushEventList } from '../push-endpoint/push-endpoint.schema.ts'
import { pushLimits } from '../push-endpoint/push-events.ts'

const named = Type.Object({ id: id(), name: Type.String() })

/** Which events of a project go to which endpoint. */
export const projectPushRow = Type.Object({
  id: id(),
  projectId: id(),
  projectName: Type.String(),
  endpointId: id(),
  endpointName: Type.String(),
  pushHealth: oneOf('pushHealth'),
  companyId: id(),
  companyName: Type.String(),
  /** Empty: all of the endpoint's. */
  eventTypes: pushEventList(0),
  /** Devices of these models, and these devices. Both empty: all. */
  models: Type.Array(named),
  devices: Type.Array(named),
  delayS: Type.Integer(),
  projectPushState: oneOf('projectPushState'),
  pushEndReason: nullable(oneOf('pushEndReason')),
  endedAt: nullable(instant()),
  lastPushAt: nullable(instant()),
  ...tracked,
})
export type ProjectPushRow = Static<typeof projectPushRow>

export const projectPushPageInput = pageInput(
  {
    projectId: optional(ref('project')),
    endpointId: optional(ref('push_endpoint')),
    projectPushState: optional(oneOf('projectPushState')),
  },
  ['createdAt'],
)

const some = (entity: string) => optional(Type.Array(ref(entity), { maxItems: limits.rowsAtOnce, uniqueItems: true }))
const fields = {
  eventTypes: optional(pushEventList(0)),
  modelIds: some('device_model'),
  deviceIds: some('device'),
  /** Seconds between an event and its push. */
  delayS: Type.Integer({ minimum: 0, maximum: pushLimits.longestDelayS }),
}
export const projectPushCreateInput = input({ projectId: ref('project'), endpointId: ref('push_endpoint'), ...fields })
export const projectPushUpdateInput = input({ id: ref('project_push'), version: version(), ...fields })
