import { about, endpoint } from '../../../kernel/endpoint.ts'
import { id, input, noInput, nothing, nullable, oneOf, Type } from '../../../kernel/schema.ts'

/** One step of setting up an empty installation, as it really is: nobody ticks it off. */
const setUpStep = Type.Object({
  step: oneOf('setUpStep'),
  done: Type.Boolean(),
  /** Begun, but not done: a project that waits for approval, a gateway that was never heard, a channel that was never tested. */
  begun: Type.Boolean(),
  /** What the step leads to: the project, the gateway, the last test alarm, the notification rule. Null: nothing yet. */
  id: nullable(id()),
})

const setUpState = Type.Object({
  /** An administrator has hidden the list, for everybody. */
  hidden: Type.Boolean(),
  /** In the order of `enums.setUpStep`, all of them. */
  steps: Type.Array(setUpStep),
  /** Where a test alarm can be raised: the first approved project, a gateway that was heard, and a device in service. */
  projectId: nullable(id()),
  gatewayId: nullable(id()),
  deviceId: nullable(id()),
})

/** The first evening: for administrators of the operating company. */
export const setUpEndpoints = about('setUp', {
  state: endpoint({
    method: 'GET',
    path: 'web/setUp/state',
    access: 'settings:view',
    shows: ['setUp', 'alarm', 'gateway', 'project', 'company'],
    input: noInput,
    output: setUpState,
    summary: 'How far the installation is set up, step by step, from what is really there',
  }),
  hide: endpoint({
    method: 'POST',
    path: 'web/setUp/hide',
    access: 'settings:update',
    input: input({ hidden: Type.Boolean() }),
    output: nothing,
    summary: 'Hide the steps of setting up for the whole installation, or show them again',
  }),
  confirmBackup: endpoint({
    method: 'POST',
    path: 'web/setUp/confirmBackup',
    access: 'settings:update',
    input: noInput,
    output: nothing,
    summary: 'A person confirms that a backup of the installation lies elsewhere',
  }),
})
