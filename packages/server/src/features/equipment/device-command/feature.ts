import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { approveCommand, cancelCommand, sendCommand, sendCommands } from './sent-command.verbs.ts'
import { availableCommands, exportSent, pageSent, sentCommandExport } from './sent-command.reads.ts'
import {
  createDefinition,
  decodeSample,
  removeDefinition,
  setDefinitionEnabled,
  updateDefinition,
} from './device-command.verbs.ts'
import { pageDefinitions } from './device-command.reads.ts'
import type { Feature } from '../../../platform/feature.ts'
import { createCommandSender } from './command-sender.ts'

const deviceCommandRoutes = [
  ...bind(endpoints.deviceCommand, {
    page: pageDefinitions,
    create: createDefinition,
    update: updateDefinition,
    remove: removeDefinition,
    setEnabled: setDefinitionEnabled,
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

export const deviceCommandFeature: Feature = {
  name: 'device-command',
  routes: () => deviceCommandRoutes,
  exports: { sentCommand: sentCommandExport },
  services: ({ ctx, broker, notifications, log }) => {
    const run = createCommandSender({ ctx, broker, notifications, log })
    return [{ roles: ['ingest'], run, health: { commands: () => (run.isWorking() ? null : 'commands are not sent') } }]
  },
  liveKinds: ['command'],
}
