import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { input, noInput, nothing, pageOf, ref, refs, rowId, Type } from '../../kernel/schema.ts'
import { alarmConfirmInput, alarmDealInput, alarmDetail, alarmMisreportInput, alarmPageInput, alarmRow } from './alarm.schema.ts'

const closing = ['wrongState', 'closeWhileActive'] as const

export const alarmEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/page',
    access: 'alarm:view',
    input: alarmPageInput,
    output: pageOf(alarmRow),
    summary: 'Alarms, newest first',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/detail',
    access: 'alarm:view',
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
    errors: ['wrongState'],
  }),
  deal: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/deal',
    access: 'alarm:deal',
    input: alarmDealInput,
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
    input: input({ ids: refs('alarm') }),
    output: nothing,
    summary: 'Mute unconfirmed alarms for the caller alone; an alarm that is raised again sounds again',
  }),
  typeSelect: endpoint({
    method: 'GET',
    path: 'web/alarmType/select',
    access: 'session',
    input: noInput,
    output: Type.Array(Type.Object({ value: Type.Integer(), labelZh: Type.String(), labelEn: Type.String() })),
    summary: 'Alarm types for a drop-down',
  }),
} as const
