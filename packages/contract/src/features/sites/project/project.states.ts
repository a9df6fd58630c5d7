import { states } from '../../../kernel/states.ts'
import { applicationRejectInput, projectRenewInput, projectStopInput, type ProjectRow } from './project.schema.ts'

/** The facts of a project that its preconditions need. */
export type ProjectFacts = Pick<
  ProjectRow,
  'audit' | 'stopped' | 'devices' | 'openInstallOrders' | 'openServiceOrders' | 'aboveApplicant'
>

/** domain.md, "Projects". `start` follows from the first installation order or device, `expire` from the due time, and `reinstate` when the clock
 * was ahead and has been set right: the due time is not reached yet. */
export const projectStates = states<ProjectFacts>()({
  name: 'project',
  field: 'status',
  states: ['uninstall', 'installing', 'maintenance', 'overmaintenance'],
  initial: ['uninstall'],
  preconditions: {
    approved: ({ audit }) => audit === 'approved',
    devicesBound: ({ devices }) => devices > 0,
    installed: ({ openInstallOrders }) => openInstallOrders === 0,
    serviced: ({ openServiceOrders }) => openServiceOrders === 0,
  },
  transitions: [
    { action: 'start', from: ['uninstall'], to: 'installing', operations: [], needs: ['approved'], automatic: true },
    {
      action: 'complete',
      from: ['installing'],
      to: 'maintenance',
      operations: ['project:complete'],
      needs: ['devicesBound', 'installed'],
    },
    {
      action: 'uncomplete',
      from: ['maintenance', 'overmaintenance'],
      to: 'installing',
      operations: ['project:uncomplete'],
      needs: ['serviced'],
    },
    { action: 'expire', from: ['maintenance'], to: 'overmaintenance', operations: [], automatic: true },
    { action: 'reinstate', from: ['overmaintenance'], to: 'maintenance', operations: [], automatic: true },
    {
      action: 'renew',
      from: ['maintenance', 'overmaintenance'],
      to: 'maintenance',
      operations: ['project:renew'],
      input: projectRenewInput,
    },
  ],
})

/** An application for a project. Editing a rejected one submits it again. */
export const applicationStates = states<ProjectFacts>()({
  name: 'projectUnionApply',
  field: 'audit',
  states: ['pending', 'approved', 'rejected'],
  initial: ['pending'],
  preconditions: { aboveApplicant: ({ aboveApplicant }) => aboveApplicant },
  transitions: [
    {
      action: 'agree',
      from: ['pending'],
      to: 'approved',
      operations: ['projectUnionApply:agree'],
      needs: ['aboveApplicant'],
    },
    {
      action: 'reject',
      from: ['pending'],
      to: 'rejected',
      operations: ['projectUnionApply:reject'],
      needs: ['aboveApplicant'],
      input: applicationRejectInput,
    },
    { action: 'resubmit', from: ['rejected'], to: 'pending', operations: ['project:resubmit', 'project:update'] },
  ],
})

/** Whether somebody is called if there is an alarm, in any status. Its alarms are stored and shown either way. */
export const projectServiceStates = states<ProjectFacts>()({
  name: 'projectService',
  field: 'stopped',
  states: ['running', 'stopped'],
  initial: ['running'],
  preconditions: {},
  transitions: [
    { action: 'stop', from: ['running'], to: 'stopped', operations: ['project:stop'], input: projectStopInput },
    { action: 'resume', from: ['stopped'], to: 'running', operations: ['project:resume'] },
  ],
})
