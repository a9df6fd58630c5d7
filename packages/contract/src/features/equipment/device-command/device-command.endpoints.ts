import { about, endpoint } from '../../../kernel/endpoint.ts'
import { rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  approveCommandInput,
  availableCommands,
  cancelCommandInput,
  commandsSent,
  commandTargetInput,
  decodedSample,
  decodeSampleInput,
  deviceCommandCreateInput,
  deviceCommandPageInput,
  deviceCommandRow,
  deviceCommandUpdateInput,
  sendCommandInput,
  sendCommandsInput,
  sentCommandPageInput,
  sentCommandRow,
} from './device-command.schema.ts'

/** The commands that a model's devices understand. */
export const deviceCommandEndpoints = about(['command', 'deviceModel'], {
  ...standardCalls('deviceCommand', {
    entity: 'device_command',
    words: ['a command', 'commands that models define'],
    page: { input: deviceCommandPageInput, row: deviceCommandRow },
    create: { input: deviceCommandCreateInput, summary: 'Define a command of a model', errors: ['duplicate'] },
    update: { input: deviceCommandUpdateInput, summary: 'Edit a command of a model', errors: ['duplicate'] },
    remove: { summary: 'Delete a command that no linked rule uses; what was sent stays', errors: ['inUse'] },
    setEnabled: { summary: 'Enable or disable a command' },
  }),
  decode: endpoint({
    method: 'POST',
    path: 'web/deviceCommand/decode',
    access: 'deviceCommand:view',
    input: decodeSampleInput,
    output: decodedSample,
    summary: 'Decode a sample frame with a definition; changes nothing',
  }),
})

/** The commands that were sent to devices. */
export const sentCommandEndpoints = about('command', {
  ...standardCalls('sentCommand', {
    entity: 'sent_command',
    path: 'web/deviceCommand/sent',
    words: ['a sent command', 'sent commands'],
    page: { input: sentCommandPageInput, row: sentCommandRow },
    export: {},
  }),
  available: endpoint({
    method: 'GET',
    path: 'web/deviceCommand/available',
    access: ['sentCommand:send', 'sentCommand:view'],
    input: commandTargetInput,
    output: availableCommands,
    summary: 'The commands of a device or gateway, with why one cannot be sent now',
  }),
  send: endpoint({
    method: 'POST',
    path: 'web/deviceCommand/send',
    access: 'sentCommand:send',
    input: sendCommandInput,
    output: rowId,
    summary: 'Send a command to a device or gateway; a dangerous one waits for a second person',
    errors: ['precondition', 'reasonRequired', 'noAccess'],
  }),
  sendMany: endpoint({
    method: 'POST',
    path: 'web/deviceCommand/sendMany',
    access: 'sentCommand:send',
    input: sendCommandsInput,
    output: commandsSent,
    summary: 'Send one command to several devices of a model; returns the result for each',
    takesLong: true,
    errors: ['precondition', 'reasonRequired', 'noAccess'],
  }),
  approve: endpoint({
    method: 'POST',
    path: 'web/deviceCommand/approve',
    access: 'sentCommand:approve',
    input: approveCommandInput,
    output: rowId,
    summary: 'Approve or deny a dangerous command that somebody else asked for',
    errors: ['wrongState', 'precondition', 'reasonRequired'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'web/deviceCommand/cancel',
    access: 'sentCommand:send',
    input: cancelCommandInput,
    output: rowId,
    summary: 'Withdraw a command that has not been sent yet',
    errors: ['wrongState'],
  }),
})
