import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  activateGateway,
  createGateway,
  createGatewayPreset,
  removeGateway,
  removeGatewayPreset,
  rotateGatewaySecret,
  setGatewayLinkKey,
  setGatewayEnabled,
  updateGateway,
} from './gateway.verbs.ts'
import { bindGateways, findGateway, registerGateway, unbindGateways } from './gateway-binding.verbs.ts'
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
  gatewayExport,
  gatewayPresetExport,
} from './gateway.reads.ts'
import { gatewayImportVerbs, gatewayPresetImportVerbs, gatewayImport, gatewayPresetImport } from './import-gateways.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { deleteOldLinks } from './gateway.store.ts'

const gatewayRoutes = [
  ...bind(endpoints.gateway, {
    page: pageGateways,
    detail: gatewayDetail,
    select: selectGateways,
    create: createGateway,
    update: updateGateway,
    remove: removeGateway,
    setEnabled: setGatewayEnabled,
    export: exportGateways,
    ...gatewayImportVerbs,
    activate: activateGateway,
    bind: bindGateways,
    unbind: unbindGateways,
    rotateSecret: rotateGatewaySecret,
    setLinkKey: setGatewayLinkKey,
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
    remove: removeGatewayPreset,
    export: exportPresets,
    ...gatewayPresetImportVerbs,
  }),
]

const gatewayJobs = ({ systemCtx }: JobServices): readonly JobDefinition[] => [
  job('gatewayLinks', () => deleteOldLinks(systemCtx), '47 3 * * *'),
]

export const gatewayFeature: Feature = {
  name: 'gateway',
  routes: () => gatewayRoutes,
  exports: { gateway: gatewayExport, gatewayPreset: gatewayPresetExport },
  imports: { gateway: gatewayImport, gatewayPreset: gatewayPresetImport },
  jobs: gatewayJobs,
  liveKinds: ['gateway'],
}
