import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import {
  deviceStory,
  storyInput,
  tracedDevicePageInput,
  tracedDeviceRow,
  traceLogPageInput,
  traceLogRow,
} from './product-trace.schema.ts'

export const productTraceEndpoints = about('recall', {
  page: endpoint({
    method: 'GET',
    path: 'web/retrospect/query/page',
    access: 'productTrace:view',
    input: tracedDevicePageInput,
    output: pageOf(tracedDeviceRow),
    summary: 'Devices by code, batch, model and range, with where they are',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/retrospect/device/detail',
    access: 'productTrace:view',
    input: storyInput,
    output: deviceStory,
    summary: 'The story of a device or gateway, across replacements: steps, alarms, faults and work',
    errors: ['deviceMissing'],
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/retrospect/device/export',
    access: 'productTrace:export',
    input: exportInput(tracedDevicePageInput),
    output: exportStarted,
    summary: 'Export the filtered devices',
  }),
})

export const traceLogEndpoints = about('recall', {
  page: endpoint({
    method: 'GET',
    path: 'web/retrospect/log/page',
    access: 'traceLog:view',
    input: traceLogPageInput,
    output: pageOf(traceLogRow),
    summary: 'Every step of every device and gateway, newest first',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/retrospect/log/export',
    access: 'traceLog:export',
    input: exportInput(traceLogPageInput),
    output: exportStarted,
    summary: 'Export the filtered steps',
  }),
})
