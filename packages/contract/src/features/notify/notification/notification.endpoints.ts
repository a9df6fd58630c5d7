import { about, endpoint } from '../../../kernel/endpoint.ts'
import { id, input, instant, noInput, nothing, oneOf, optional, options, ref, Type } from '../../../kernel/schema.ts'
import { notificationRun, preview } from './notification.schema.ts'

/** Anyone who can see the place may ask who would be called there. */
const viewers = ['notifyRule:view', 'project:view', 'device:view'] as const

export const notificationEndpoints = about('notifyRule', {
  preview: endpoint({
    method: 'GET',
    path: 'web/messageNotify/preview',
    access: viewers,
    input: input({
      projectId: ref('project'),
      deviceId: optional(ref('device')),
      event: oneOf('notifyEvent'),
      level: optional(oneOf('alarmLevel')),
      alarmTypeId: optional(ref('alarm_type')),
      faultTypeId: optional(ref('fault_type')),
      /** Default: now. */
      at: optional(instant()),
    }),
    output: preview,
    summary: 'Who would be told of an event at a project at a moment, in which order and how, and why somebody is left out',
    errors: ['notHere'],
  }),
  previewTypes: endpoint({
    method: 'GET',
    path: 'web/messageNotify/previewTypes',
    access: viewers,
    input: noInput,
    output: Type.Object({
      alarmTypes: Type.Array(Type.Object({ value: id(), label: Type.String(), level: oneOf('alarmLevel') })),
      faultTypes: options,
    }),
    summary: 'Types of alarms and faults that a preview can be asked for',
  }),
})

export const notificationRunEndpoints = about(['notification', 'message'], {
  escalation: endpoint({
    method: 'GET',
    path: 'web/message/escalation',
    access: 'alarm:view',
    input: input({ id: ref('alarm') }),
    output: Type.Array(notificationRun),
    summary:
      'How far notification rules have come with an alarm: whom they told, whom not and why, what comes next and what stopped them',
  }),
  faultEscalation: endpoint({
    method: 'GET',
    path: 'web/message/faultEscalation',
    access: 'fault:view',
    input: input({ id: ref('fault') }),
    output: Type.Array(notificationRun),
    summary: 'The same with a fault',
  }),
  escalate: endpoint({
    method: 'POST',
    path: 'web/message/escalate',
    access: 'alarm:confirm',
    /** `runId` and `done` as the caller saw them, so that two people who press at the same time do not skip a step. */
    input: input({ id: ref('alarm'), runId: id(), done: Type.Integer({ minimum: 0 }) }),
    output: nothing,
    summary: 'Do the next step of a notification rule that runs for an alarm now; later steps follow at their usual distance',
  }),
})
