import { about, endpoint } from '../../../kernel/endpoint.ts'
import { noInput, nothing, pageOf, rowId, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  firmwareDevicePageInput,
  firmwareDeviceRow,
  firmwareEditionDetail,
  firmwareEditionPageInput,
  firmwareEditionRow,
  firmwareKeyInput,
  firmwareKeyRow,
  firmwareOneInput,
  firmwareSaveInput,
  firmwareVersionInput,
  firmwareVersions,
  firmwareWithdrawInput,
} from './firmware.schema.ts'

const path = 'web/upgradeVersion'

export const firmwareEditionEndpoints = about('firmware', {
  ...standardCalls('firmwareEdition', {
    path,
    entity: 'firmware_edition',
    words: ['a firmware edition', 'firmware editions'],
    page: { input: firmwareEditionPageInput, row: firmwareEditionRow },
    detail: { row: firmwareEditionDetail, summary: 'One firmware edition, with the ways that lead to it' },
    export: {},
  }),
  save: endpoint({
    method: 'POST',
    path: `${path}/save`,
    access: ['firmwareEdition:create', 'firmwareEdition:update'],
    input: firmwareSaveInput,
    output: rowId,
    summary: 'Create a draft of a firmware edition, or edit one; of a released one only what people read about it',
    errors: ['duplicate', 'staleVersion', 'precondition', 'fileType', 'noAccess'],
  }),
  delete: endpoint({
    method: 'POST',
    path: `${path}/delete`,
    access: 'firmwareEdition:del',
    deletes: true,
    input: firmwareOneInput,
    output: nothing,
    summary: 'Delete a draft of a firmware edition',
    errors: ['wrongState'],
  }),
  release: endpoint({
    method: 'POST',
    path: `${path}/release`,
    access: 'firmwareEdition:release',
    input: firmwareOneInput,
    output: rowId,
    summary: 'Sign a draft and release it: from now on it can be given to devices',
    errors: ['wrongState', 'precondition'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/withdraw`,
    access: 'firmwareEdition:withdraw',
    input: firmwareWithdrawInput,
    output: rowId,
    summary: 'Withdraw a released firmware edition: it is not given to any more devices',
    errors: ['wrongState'],
  }),
  version: endpoint({
    method: 'GET',
    path: `${path}/version`,
    access: 'session',
    input: firmwareVersionInput,
    output: firmwareVersions,
    summary: 'The firmware versions of a model, and the number after the newest',
  }),
  devices: endpoint({
    method: 'GET',
    path: `${path}/devices`,
    access: 'firmwareEdition:view',
    input: firmwareDevicePageInput,
    output: pageOf(firmwareDeviceRow),
    summary: 'The devices or gateways that told the version of an edition last',
  }),
})

export const firmwareKeyEndpoints = about('firmware', {
  list: endpoint({
    method: 'GET',
    path: 'web/firmwareKey/list',
    access: 'firmwareKey:view',
    input: noInput,
    output: Type.Array(firmwareKeyRow),
    summary: 'The public keys that firmware is signed with, newest first',
  }),
  make: endpoint({
    method: 'POST',
    path: 'web/firmwareKey/make',
    access: 'firmwareKey:make',
    input: firmwareKeyInput,
    output: firmwareKeyRow,
    summary: 'Make the first key that signs firmware, or a new first one when the present one was lost',
    errors: ['wrongPassword', 'accountLocked', 'precondition', 'notInPerson'],
    inPerson: true,
    perMinute: 20,
  }),
  rotate: endpoint({
    method: 'POST',
    path: 'web/firmwareKey/rotate',
    access: 'firmwareKey:make',
    input: firmwareKeyInput,
    output: firmwareKeyRow,
    summary: 'Make the next key: the one before signs it, and what is released is signed anew with it',
    errors: ['wrongPassword', 'accountLocked', 'precondition', 'notInPerson'],
    inPerson: true,
    perMinute: 20,
  }),
})
