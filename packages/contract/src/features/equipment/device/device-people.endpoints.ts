import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, options, pageOf, ref } from '../../../kernel/schema.ts'
import { wireWords } from '../../../kernel/wire-words.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  deviceNotifierCreateInput,
  deviceNotifierPageInput,
  deviceNotifierRow,
  deviceNotifierUnmasked,
  deviceNotifierUpdateInput,
  deviceUserAddInput,
  deviceUserRemoveInput,
  deviceUserPageInput,
  deviceUserRow,
  deviceUserSelectInput,
} from './device-people.schema.ts'

/** Ordinary users who see a device. */
export const deviceUserEndpoints = about('device', {
  page: endpoint({
    method: 'GET',
    path: 'web/deviceUser/page',
    access: 'deviceUser:view',
    input: deviceUserPageInput,
    output: pageOf(deviceUserRow),
    summary: 'Ordinary users who see a device',
  }),
  select: endpoint({
    method: 'GET',
    path: 'web/deviceUser/select',
    access: 'deviceUser:add',
    input: deviceUserSelectInput,
    output: options,
    persons: ['keyword'],
    summary: 'Enabled ordinary users who do not see the device yet, for a drop-down',
  }),
  add: endpoint({
    method: 'POST',
    path: 'web/deviceUser/add',
    access: 'deviceUser:add',
    input: deviceUserAddInput,
    output: nothing,
    summary: 'Let ordinary users see a device',
    errors: ['notHere'],
  }),
  remove: endpoint({
    method: 'POST',
    path: `web/deviceUser/${wireWords.remove}`,
    access: 'deviceUser:del',
    input: deviceUserRemoveInput,
    output: nothing,
    summary: 'An ordinary user no longer sees a device',
  }),
})

/** People who are notified about a device. */
export const deviceNotifierEndpoints = about('device', {
  ...standardCalls('deviceNotifier', {
    entity: 'device_notifier',
    words: ['a person to be told about a device', 'people to be told about a device'],
    persons: ['name'],
    page: { input: deviceNotifierPageInput, row: deviceNotifierRow },
    create: { input: deviceNotifierCreateInput },
    update: { input: deviceNotifierUpdateInput },
    remove: {},
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/deviceNotifier/unmask',
    access: 'deviceNotifier:unmask',
    input: input({ id: ref('device_notifier') }),
    output: deviceNotifierUnmasked,
    summary: 'Name and phone in full; every call is audited',
  }),
})
