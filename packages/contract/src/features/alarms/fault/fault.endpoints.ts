import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, ref, rowId, Type } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import {
  faultBatchDone,
  faultBatchSolved,
  faultBatchSolveInput,
  faultDetail,
  faultPage,
  faultPageInput,
  faultSnoozeInput,
  faultSolveInput,
  faultWakeInput,
} from './fault.schema.ts'

/** The specification names one export per state. Each is the list's export with that state. */
const exportOf = (state: 'pending' | 'processing' | 'solved') =>
  endpoint({
    method: 'GET',
    path: `web/faultRecord/${state}Export`,
    access: 'fault:export',
    input: exportInput(faultPageInput),
    output: exportStarted,
    summary: `Export the filtered faults that are ${state}`,
  })

export const faultEndpoints = about('fault', {
  page: endpoint({
    method: 'GET',
    path: 'web/faultRecord/page',
    access: 'fault:view',
    shows: ['fault', 'order'],
    input: faultPageInput,
    output: faultPage,
    summary: 'Faults of devices and gateways, newest first, with counts by state',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/faultRecord/detail',
    access: 'fault:view',
    shows: ['fault', 'order'],
    input: input({ id: ref('fault') }),
    output: faultDetail,
    summary: 'A fault with its signals, its orders, and how often it came back',
  }),
  solved: endpoint({
    method: 'POST',
    path: 'web/faultRecord/solved',
    access: 'fault:solve',
    input: faultSolveInput,
    output: rowId,
    summary: 'Mark a fault as solved',
    errors: ['wrongState'],
  }),
  batchSolved: endpoint({
    method: 'POST',
    path: 'web/faultRecord/batchSolved',
    access: 'fault:solve',
    input: faultBatchSolveInput,
    output: faultBatchSolved,
    summary: 'Mark several faults as solved; returns the result for each',
  }),
  snooze: endpoint({
    method: 'POST',
    path: 'web/faultRecord/snooze',
    access: 'fault:snooze',
    input: faultSnoozeInput,
    output: faultBatchDone,
    summary: 'Put faults off until a time, or until they are reported again; returns the result for each',
  }),
  wake: endpoint({
    method: 'POST',
    path: 'web/faultRecord/wake',
    access: 'fault:snooze',
    input: faultWakeInput,
    output: faultBatchDone,
    summary: 'End the putting off of faults; returns the result for each',
  }),
  pendingExport: exportOf('pending'),
  processingExport: exportOf('processing'),
  solvedExport: exportOf('solved'),
  typeSelect: endpoint({
    method: 'GET',
    path: 'web/faultType/select',
    access: 'session',
    shows: ['faultType'],
    input: noInput,
    output: Type.Array(Type.Object({ value: Type.Integer(), labelZh: Type.String(), labelEn: Type.String() })),
    summary: 'Fault types for a drop-down',
  }),
})
