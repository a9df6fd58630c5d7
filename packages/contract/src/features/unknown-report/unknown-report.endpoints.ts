import { endpoint } from '../../kernel/endpoint.ts'
import { nothing, pageOf, rowId } from '../../kernel/schema.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import {
  unknownCodePageInput,
  unknownCodeRegisterInput,
  unknownDevicePageInput,
  unknownDeviceRegisterInput,
  unknownReportInput,
  unknownReportRow,
} from './unknown-report.schema.ts'

export const unknownDeviceEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/device/unknown/page',
    access: 'unknownDevice:view',
    input: unknownDevicePageInput,
    output: pageOf(unknownReportRow),
    summary: 'Devices that report without being registered there, and unreadable messages',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/device/unknown/export',
    access: 'unknownDevice:export',
    input: exportInput(unknownDevicePageInput),
    output: exportStarted,
    summary: 'Export the filtered list',
  }),
  register: endpoint({
    method: 'POST',
    path: 'web/device/unknown/register',
    access: 'unknownDevice:register',
    input: unknownDeviceRegisterInput,
    output: rowId,
    summary: 'Register the device at the gateway that reported it; its open alarms and faults are linked to it',
    errors: ['wrongState', 'duplicate', 'quotaReached', 'notHere'],
  }),
  move: endpoint({
    method: 'POST',
    path: 'web/device/unknown/move',
    access: 'unknownDevice:register',
    input: unknownReportInput,
    output: rowId,
    summary: 'Move one of the caller’s devices to the gateway that reported it',
    errors: ['wrongState', 'deviceMissing', 'quotaReached', 'notHere'],
  }),
  ignore: endpoint({
    method: 'POST',
    path: 'web/device/unknown/ignore',
    access: 'unknownDevice:ignore',
    input: unknownReportInput,
    output: nothing,
    summary: 'Remove an entry from the list to look at; a possible alarm brings it back',
    errors: ['wrongState'],
  }),
} as const

export const unknownCodeEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/report/param/unknown/page',
    access: 'unknownCode:view',
    input: unknownCodePageInput,
    output: pageOf(unknownReportRow),
    summary: 'Codes that devices send and no report parameter defines',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/report/param/unknown/export',
    access: 'unknownCode:export',
    input: exportInput(unknownCodePageInput),
    output: exportStarted,
    summary: 'Export the filtered list',
  }),
  register: endpoint({
    method: 'POST',
    path: 'web/report/param/unknown/register',
    access: 'unknownCode:register',
    input: unknownCodeRegisterInput,
    output: rowId,
    summary: 'Define what a code means, for every gateway; returns the report parameter',
    errors: ['wrongState', 'duplicate', 'notHere'],
  }),
  ignore: endpoint({
    method: 'POST',
    path: 'web/report/param/unknown/ignore',
    access: 'unknownCode:register',
    input: unknownReportInput,
    output: nothing,
    summary: 'Remove an entry from the list to look at',
    errors: ['wrongState'],
  }),
} as const
