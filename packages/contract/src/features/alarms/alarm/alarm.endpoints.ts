import { about, endpoint } from '../../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { id, input, noInput, nothing, nullable, optional, pageOf, ref, refs, rowId, Type } from '../../../kernel/schema.ts'
import { wireWords } from '../../../kernel/wire-words.ts'
import {
  alarmConfirmInput,
  alarmResolveInput,
  alarmDetail,
  alarmMisreportInput,
  alarmNeighbour,
  alarmPageInput,
  alarmRow,
} from './alarm.schema.ts'

/** Filters and sorting of the list. */
const { pageNum: _pageNum, pageSize: _pageSize, cursor: _cursor, ...besideFilter } = alarmPageInput.properties

const closing = ['wrongState', 'raisedAgain', 'heldByOther', 'closeWhileActive'] as const

export const alarmEndpoints = about('alarm', {
  page: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/page',
    access: 'alarm:view',
    input: alarmPageInput,
    output: pageOf(alarmRow),
    summary:
      'Alarms, newest first; if only open ones are asked for, by level, unconfirmed ones in front, then oldest first (`urgency`)',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/detail',
    access: 'alarm:view',
    shows: ['alarm', 'notification', 'message'],
    input: input({ id: ref('alarm') }),
    output: alarmDetail,
    summary: 'One alarm with its journey and raw report',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/export',
    access: 'alarm:export',
    input: exportInput(alarmPageInput),
    output: exportStarted,
    summary: 'Export the filtered alarms',
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/confirm',
    access: 'alarm:confirm',
    input: alarmConfirmInput,
    output: rowId,
    summary: 'Confirm an alarm',
    errors: ['wrongState', 'raisedAgain', 'heldByOther'],
  }),
  resolve: endpoint({
    method: 'POST',
    path: `web/alarmRecord/${wireWords.resolve}`,
    access: 'alarm:deal',
    input: alarmResolveInput,
    output: rowId,
    summary: 'Close an alarm as handled',
    errors: closing,
  }),
  misreport: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/misreport',
    access: 'alarm:misreport',
    input: alarmMisreportInput,
    output: rowId,
    summary: 'Close an alarm as false',
    errors: closing,
  }),
  neighbours: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/neighbours',
    access: 'alarm:view',
    input: input({ id: ref('alarm') }),
    output: Type.Object({ list: Type.Array(alarmNeighbour), more: Type.Boolean() }),
    summary: 'Alarms and faults of the same site up to ten minutes before and after an alarm, by time',
  }),
  beside: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/beside',
    access: 'alarm:view',
    input: input({ id: ref('alarm'), ...besideFilter }),
    output: Type.Object({ previous: nullable(id()), next: nullable(id()) }),
    summary: 'The alarms before and after one in the list with the same filter',
  }),
  shown: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/shown',
    access: 'alarm:view',
    input: input({ ids: refs('alarm') }),
    output: nothing,
    summary: 'A console reports the alarms that it has just shown for the first time',
  }),
  mute: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/mute',
    access: 'alarm:view',
    /** `minutes`: the alarms sound again afterwards. Without it, they stay muted until somebody acts. */
    input: input({ ids: refs('alarm'), minutes: optional(Type.Integer({ minimum: 1, maximum: 480 })) }),
    output: nothing,
    summary:
      'Mute unconfirmed alarms for the caller alone, for a time or until somebody acts; one that is raised again sounds again',
  }),
  typeSelect: endpoint({
    method: 'GET',
    path: 'web/alarmType/select',
    access: 'session',
    shows: ['alarmType'],
    input: noInput,
    output: Type.Array(Type.Object({ value: Type.Integer(), labelZh: Type.String(), labelEn: Type.String() })),
    summary: 'Alarm types for a drop-down',
  }),
})
