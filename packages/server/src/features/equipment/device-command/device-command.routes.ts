import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { approveCommand } from './approve-command.ts'
import { availableCommands } from './available-commands.ts'
import { cancelCommand } from './cancel-command.ts'
import { createDefinition } from './create-definition.ts'
import { decodeSample } from './decode-sample.ts'
import { deleteDefinition } from './delete-definition.ts'
import { pageDefinitions } from './device-command.reads.ts'
import { sendCommand, sendCommands } from './send-command.ts'
import { exportSent, pageSent } from './sent-command.reads.ts'
import { setDefinitionEnabled } from './set-definition-enabled.ts'
import { updateDefinition } from './update-definition.ts'

export const deviceCommandRoutes = [
  ...bind(endpoints.deviceCommand, {
    page: pageDefinitions,
    create: createDefinition,
    update: updateDefinition,
    del: deleteDefinition,
    forbidden: setDefinitionEnabled,
    decode: decodeSample,
  }),
  ...bind(endpoints.sentCommand, {
    page: pageSent,
    export: exportSent,
    available: availableCommands,
    send: sendCommand,
    sendMany: sendCommands,
    approve: approveCommand,
    cancel: cancelCommand,
  }),
]
