import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { EnumValue } from '../../../enums.ts'
import { states } from '../../../kernel/states.ts'
import { projectJoinAgreeInput, projectJoinEndInput, projectJoinRejectInput, type ProjectJoinRow } from './project-join.schema.ts'

export type JoinFacts = Pick<ProjectJoinRow, 'ownSide'>

/** An application to join a project. The project's owner decides; either side can end it. */
export const joinStates = states<JoinFacts>()({
  name: 'projectJoin',
  field: 'state',
  states: ['pending', 'agreed', 'rejected', 'ended'],
  initial: ['pending'],
  preconditions: { joinOwner: ({ ownSide }) => ownSide },
  transitions: [
    {
      action: 'agree',
      from: ['pending'],
      to: 'agreed',
      operations: ['projectJoin:agree'],
      needs: ['joinOwner'],
      input: projectJoinAgreeInput,
    },
    {
      action: 'reject',
      from: ['pending'],
      to: 'rejected',
      operations: ['projectJoin:reject'],
      needs: ['joinOwner'],
      input: projectJoinRejectInput,
    },
    {
      action: 'end',
      from: ['pending', 'agreed'],
      to: 'ended',
      operations: ['projectJoin:end'],
      input: projectJoinEndInput,
    },
    { action: 'expire', from: ['agreed'], to: 'ended', operations: [], automatic: true },
  ],
})

/** What each right allows a joined company to write, by operation. It can always see the project, and write nothing else. */
export const joinRightOperations = {
  alarm: ['alarm:confirm', 'alarm:deal', 'alarm:misreport', 'alarm:call', 'alarm:check', 'alarm:note', 'alarm:file'],
  fault: ['fault:solve', 'fault:snooze'],
} as const satisfies Readonly<Record<EnumValue<'joinRight'>, readonly string[]>>

/** Writing calls that only concern the viewer: what was shown, and what they have muted for themselves. */
const ofTheViewer: readonly string[] = ['alarm:view']

/** Whether a joined company with these rights may make a call on something that belongs to the project. */
export const opensJoined = ({ method, access }: Pick<Endpoint, 'method' | 'access'>, rights: readonly string[]): boolean => {
  if (method === 'GET') return true
  // A key sees nothing that its company has joined.
  const codes: readonly string[] = typeof access === 'string' ? [access] : 'key' in access ? ['key'] : access
  const open: readonly string[] = [
    ...ofTheViewer,
    ...Object.entries(joinRightOperations).flatMap(([right, operations]) => (rights.includes(right) ? operations : [])),
  ]
  return codes.every((code) => open.includes(code))
}
