import type { EnumValue } from '../../kernel/enums.ts'
import { states } from '../../kernel/states.ts'
import { projectJoinAgreeInput, projectJoinEndInput, projectJoinRejectInput, type ProjectJoinRow } from './project-join.schema.ts'

export type JoinFacts = Pick<ProjectJoinRow, 'ownSide'>

/** An application to join a project. The owner of the project decides; either side ends it. */
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

/** What each right opens to a company that joined, besides seeing the project: writing calls by their operation. Nothing else is written. */
export const joinRightOperations = {
  alarm: ['alarm:confirm', 'alarm:deal', 'alarm:misreport', 'alarm:call', 'alarm:check', 'alarm:note', 'alarm:file'],
  fault: ['fault:solve', 'fault:snooze'],
} as const satisfies Readonly<Record<EnumValue<'joinRight'>, readonly string[]>>

/** Writing calls that concern only who looks: what was shown, and what they have muted for themselves. */
const ofTheViewer: readonly string[] = ['alarm:view']

/** Whether somebody who joined with these rights may make a call on what belongs to the project. */
export const opensJoined = (
  { method, access }: { readonly method: string; readonly access: string | readonly string[] },
  rights: readonly string[],
): boolean => {
  if (method === 'GET') return true
  const codes = typeof access === 'string' ? [access] : access
  const open: readonly string[] = [
    ...ofTheViewer,
    ...Object.entries(joinRightOperations).flatMap(([right, operations]) => (rights.includes(right) ? operations : [])),
  ]
  return codes.every((code) => open.includes(code))
}
