import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, nothing, ref, rowId, Type } from '../../../kernel/schema.ts'
import {
  assignSiteInput,
  colleague,
  deskCounts,
  releaseSiteInput,
  takeAndConfirmInput,
  takeSiteInput,
  waitingAlarms,
} from './alarm-desk.schema.ts'

export const alarmDeskEndpoints = about('alarm', {
  counts: endpoint({
    method: 'GET',
    path: 'web/alarmDesk/counts',
    access: 'alarm:view',
    input: noInput,
    output: deskCounts,
    summary: 'How many open alarms there are, of the caller’s sites, unconfirmed, and overdue',
  }),
  waiting: endpoint({
    method: 'GET',
    path: 'web/alarmDesk/waiting',
    access: 'alarm:view',
    input: noInput,
    output: waitingAlarms,
    summary: 'Unconfirmed alarms by level, then oldest first, and tests of people after them, up to 20,000',
  }),
  take: endpoint({
    method: 'POST',
    path: 'web/alarmDesk/take',
    access: 'alarm:confirm',
    input: takeSiteInput,
    output: nothing,
    summary: 'Take over the alarms of a site; from somebody else only if the caller names them',
    errors: ['heldByOther'],
  }),
  release: endpoint({
    method: 'POST',
    path: 'web/alarmDesk/release',
    access: 'alarm:confirm',
    input: releaseSiteInput,
    output: nothing,
    summary: 'Give back a site that the caller has taken',
    errors: ['heldByOther'],
  }),
  assign: endpoint({
    method: 'POST',
    path: 'web/alarmDesk/assign',
    access: 'alarm:assign',
    input: assignSiteInput,
    output: nothing,
    summary: 'Give a site to a colleague who may confirm its alarms',
    errors: ['heldByOther', 'operatorUnfit'],
  }),
  colleagues: endpoint({
    method: 'GET',
    path: 'web/alarmDesk/colleagues',
    access: 'alarm:assign',
    input: input({ projectId: ref('project') }),
    output: Type.Array(colleague),
    summary: 'Who may be given a site: they see it and may confirm its alarms',
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'web/alarmDesk/confirm',
    access: 'alarm:confirm',
    input: takeAndConfirmInput,
    output: rowId,
    summary: 'Take over the site of an alarm and confirm it: nobody is kept from a fire',
    errors: ['wrongState', 'raisedAgain', 'heldByOther'],
  }),
  present: endpoint({
    method: 'POST',
    path: 'web/alarmDesk/present',
    access: 'alarm:confirm',
    input: noInput,
    /** How many sites the caller has taken. */
    output: Type.Object({ held: Type.Integer() }),
    summary: 'The caller is at the desk: keys or pointer were used within the last minute',
  }),
})
