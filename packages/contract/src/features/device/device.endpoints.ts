import { endpoint } from '../../kernel/endpoint.ts'
import { input, nothing, optional, pageOf, ref, rowId, text, Type } from '../../kernel/schema.ts'
import { alarmPageInput, alarmRow } from '../alarm/alarm.schema.ts'
import { faultPageInput, faultRow } from '../fault/fault.schema.ts'
import { standardCalls } from '../standard-calls.ts'
import { devicePresetPageInput } from './device-preset.schema.ts'
import {
  deviceAvailability,
  deviceBindInput,
  deviceCreateInput,
  deviceDetail,
  deviceForbiddenInput,
  deviceLabels,
  deviceLabelsInput,
  deviceLocateInput,
  deviceMoveInput,
  deviceOrderPageInput,
  deviceOrderRow,
  devicePageInput,
  deviceReplaceInput,
  deviceRow,
  deviceScrapInput,
  deviceUnbindInput,
  deviceUpdateInput,
  deviceValues,
  deviceOnlinePageInput,
  deviceOnlineRow,
  valueHistory,
  valueHistoryInput,
} from './device.schema.ts'

const one = input({ id: ref('device') })
const counted = Type.Object({ count: Type.Integer() })
const read = { method: 'GET', access: 'device:view' } as const

/** Devices at their places. Those in stock: device-preset.endpoints.ts. */
export const deviceEndpoints = {
  ...standardCalls('device', {
    entity: 'device',
    words: ['a device', 'devices'],
    page: { input: devicePageInput, row: deviceRow },
    detail: { row: deviceDetail },
    select: {
      input: input({
        projectId: optional(ref('project')),
        /** Devices in stock only. */
        stock: optional(Type.Boolean()),
        keyword: optional(text(60)),
      }),
      summary: 'Devices for a drop-down, by part of code, name or room',
    },
    create: {
      input: deviceCreateInput,
      summary: 'Register a device, in stock or at a project',
      errors: ['duplicate', 'codeInUse', 'quotaReached', 'notHere', 'projectNotApproved'],
    },
    update: { input: deviceUpdateInput, errors: ['notHere'] },
    del: { summary: 'Delete a device that was never in use', errors: ['precondition'] },
    forbidden: {
      input: deviceForbiddenInput,
      summary: 'Disable with a reason and an end, or enable; alarms of a disabled device are stored and shown, marked',
      errors: ['reasonRequired'],
    },
    export: {},
    import: {},
  }),
  uninstalledPage: endpoint({
    method: 'GET',
    path: 'web/device/uninstalled/page',
    access: 'devicePreset:view',
    input: devicePresetPageInput,
    output: pageOf(deviceRow),
    summary: 'Devices in stock, bound to no project',
  }),
  bind: endpoint({
    method: 'POST',
    path: 'web/device/bind',
    access: 'device:bind',
    input: deviceBindInput,
    output: counted,
    summary: 'Bind devices from stock to an approved project',
    errors: ['deviceBound', 'projectNotApproved', 'notHere', 'precondition', 'quotaReached'],
  }),
  unbind: endpoint({
    method: 'POST',
    path: 'web/device/unbind',
    access: 'device:unbind',
    input: deviceUnbindInput,
    output: counted,
    summary: 'Return devices to stock; what they reported stays where it was raised',
    errors: ['precondition'],
  }),
  move: endpoint({
    method: 'POST',
    path: 'web/device/move',
    access: 'device:move',
    input: deviceMoveInput,
    output: counted,
    summary: 'Move devices within their project or to another one',
    errors: ['projectNotApproved', 'notHere', 'precondition', 'quotaReached'],
  }),
  replace: endpoint({
    method: 'POST',
    path: 'web/device/replace',
    access: 'device:replace',
    input: deviceReplaceInput,
    output: rowId,
    summary: 'A device from stock takes the place of another, whose history is reached from it',
    errors: ['deviceBound', 'precondition', 'quotaReached'],
  }),
  scrap: endpoint({
    method: 'POST',
    path: 'web/device/scrap',
    access: 'device:scrap',
    input: deviceScrapInput,
    output: nothing,
    summary: 'Scrap a device; its history stays',
    errors: ['precondition'],
  }),
  locate: endpoint({
    method: 'POST',
    path: 'web/device/locate',
    access: 'device:update',
    input: deviceLocateInput,
    output: nothing,
    summary: 'Set the position of a device on the map',
  }),
  labels: endpoint({
    ...read,
    path: 'web/device/labels',
    input: deviceLabelsInput,
    output: deviceLabels,
    summary: 'What is printed on the labels of devices',
  }),
  values: endpoint({
    ...read,
    path: 'web/device/values',
    input: one,
    output: deviceValues,
    summary: 'What a device last measured',
  }),
  valueHistory: endpoint({
    ...read,
    path: 'web/device/valueHistory',
    input: valueHistoryInput,
    output: valueHistory,
    summary: 'What a device measured over a time, one value',
  }),
  onlinePage: endpoint({
    ...read,
    path: 'web/device/online/page',
    input: deviceOnlinePageInput,
    output: pageOf(deviceOnlineRow),
    summary: 'When a device was online and offline',
  }),
  availability: endpoint({
    ...read,
    path: 'web/device/online/availability',
    input: one,
    output: deviceAvailability,
    summary: 'In which share of a day, a week and a month a device was online',
  }),
  alarms: endpoint({
    ...read,
    path: 'web/device/alarms',
    also: 'alarm:view',
    input: Type.Object({ ...alarmPageInput.properties, id: ref('device') }, { additionalProperties: false }),
    output: pageOf(alarmRow),
    summary: 'Alarms of a device and of those whose place it took',
  }),
  faults: endpoint({
    ...read,
    path: 'web/device/faults',
    also: 'fault:view',
    input: Type.Object({ ...faultPageInput.properties, id: ref('device') }, { additionalProperties: false }),
    output: pageOf(faultRow),
    summary: 'Faults of a device and of those whose place it took',
  }),
  orders: endpoint({
    ...read,
    path: 'web/device/orders',
    input: deviceOrderPageInput,
    output: pageOf(deviceOrderRow),
    summary: 'Orders of a device and of those whose place it took, of the kinds that the caller may see',
  }),
} as const
