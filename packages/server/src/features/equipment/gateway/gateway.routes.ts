import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { activateGateway } from './activate-gateway.ts'
import { bindGateways } from './bind-gateways.ts'
import { createGateway, createGatewayPreset } from './create-gateway.ts'
import { deleteGateway, deleteGatewayPreset } from './delete-gateway.ts'
import { availabilityOfGateway, outagesOfGateway } from './gateway-links.reads.ts'
import { alarmsOfGateway, badInputOfGateway, devicesOfGateway, faultsOfGateway, messagesOfGateway } from './gateway-page.reads.ts'
import {
  exportGateways,
  exportPresets,
  gatewayConnection,
  gatewayDetail,
  gatewayLabels,
  pageGatewayPresets,
  pageGateways,
  selectGatewayModels,
  selectGateways,
} from './gateway.reads.ts'
import { gatewayImportVerbs, gatewayPresetImportVerbs } from './import-gateways.ts'
import { findGateway, registerGateway } from './register-gateway.ts'
import { rotateGatewaySecret } from './rotate-gateway-secret.ts'
import { setGatewayEnabled } from './set-gateway-enabled.ts'
import { unbindGateways } from './unbind-gateways.ts'
import { updateGateway } from './update-gateway.ts'

export const gatewayRoutes = [
  ...bind(endpoints.gateway, {
    page: pageGateways,
    detail: gatewayDetail,
    select: selectGateways,
    create: createGateway,
    update: updateGateway,
    del: deleteGateway,
    forbidden: setGatewayEnabled,
    export: exportGateways,
    ...gatewayImportVerbs,
    activate: activateGateway,
    bind: bindGateways,
    unbind: unbindGateways,
    rotateSecret: rotateGatewaySecret,
    find: findGateway,
    register: registerGateway,
    connection: gatewayConnection,
    models: selectGatewayModels,
    labels: gatewayLabels,
    devices: devicesOfGateway,
    outages: outagesOfGateway,
    availability: availabilityOfGateway,
    messages: messagesOfGateway,
    badInput: badInputOfGateway,
    alarms: alarmsOfGateway,
    faults: faultsOfGateway,
  }),
  ...bind(endpoints.gatewayPreset, {
    page: pageGatewayPresets,
    create: createGatewayPreset,
    del: deleteGatewayPreset,
    export: exportPresets,
    ...gatewayPresetImportVerbs,
  }),
]
