import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { assignDevices } from './assign-devices.ts'
import { bindFromStock } from './device-binding.verbs.ts'
import { createDevice, createPreset } from './create-device.ts'
import { removeDevice, locateDevice, tagDevices, updateDevice } from './device.verbs.ts'
import { alarmsOfDevice, deviceDetail, faultsOfDevice, ordersOfDevice } from './device-detail.reads.ts'
import {
  deviceLabels,
  exportDevices,
  exportStock,
  pageDevices,
  pageStock,
  selectDevices,
  deviceExport,
  stockExport,
} from './device.reads.ts'
import {
  createNotifier,
  removeNotifier,
  unmaskNotifier,
  updateNotifier,
  addDeviceUsers,
  removeDeviceUser,
} from './device-people.verbs.ts'
import { deviceAvailability, pageOnline } from './device-online.reads.ts'
import { pageDeviceUsers, pageNotifiers, selectDeviceUsers } from './device-people.reads.ts'
import { deviceValueHistory, deviceValues } from './device-values.reads.ts'
import { deviceImportVerbs, devicePresetImportVerbs, deviceImport, devicePresetImport } from './import-devices.ts'
import { moveDevices } from './move-devices.ts'
import { replaceDevice, scrapDevice, unbindDevices } from './device-leaving.verbs.ts'
import { setDeviceEnabled, returnDevices } from './device-disabling.verbs.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'

const deviceRoutes = [
  ...bind(endpoints.device, {
    page: pageDevices,
    detail: deviceDetail,
    select: selectDevices,
    labels: deviceLabels,
    create: createDevice,
    update: updateDevice,
    remove: removeDevice,
    setEnabled: setDeviceEnabled,
    export: exportDevices,
    ...deviceImportVerbs,
    uninstalledPage: pageStock,
    bind: bindFromStock,
    unbind: unbindDevices,
    move: moveDevices,
    replace: replaceDevice,
    scrap: scrapDevice,
    locate: locateDevice,
    tag: tagDevices,
    values: deviceValues,
    valueHistory: deviceValueHistory,
    onlinePage: pageOnline,
    availability: deviceAvailability,
    alarms: alarmsOfDevice,
    faults: faultsOfDevice,
    orders: ordersOfDevice,
  }),
  ...bind(endpoints.devicePreset, {
    page: pageStock,
    create: createPreset,
    remove: removeDevice,
    export: exportStock,
    ...devicePresetImportVerbs,
    assign: assignDevices,
  }),
  ...bind(endpoints.deviceUser, {
    page: pageDeviceUsers,
    select: selectDeviceUsers,
    add: addDeviceUsers,
    remove: removeDeviceUser,
  }),
  ...bind(endpoints.deviceNotifier, {
    page: pageNotifiers,
    create: createNotifier,
    update: updateNotifier,
    remove: removeNotifier,
    unmask: unmaskNotifier,
  }),
]

const deviceJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'returnDevices',
    async () => {
      const returned = await returnDevices(systemCtx)
      if (returned > 0) log.info({ returned }, 'disabled devices are back in service')
    },
    '* * * * *',
  ),
]

export const deviceFeature: Feature = {
  name: 'device',
  routes: () => deviceRoutes,
  exports: { device: deviceExport, devicePreset: stockExport },
  imports: { device: deviceImport, devicePreset: devicePresetImport },
  jobs: deviceJobs,
  liveKinds: ['device'],
}
