import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { assignDevices } from './assign-devices.ts'
import { bindFromStock } from './bind-from-stock.ts'
import { createDevice, createPreset } from './create-device.ts'
import { deleteDevice } from './delete-device.ts'
import { alarmsOfDevice, deviceDetail, faultsOfDevice, ordersOfDevice } from './device-detail.reads.ts'
import { deviceLabels, exportDevices, exportStock, pageDevices, pageStock, selectDevices } from './device-list.reads.ts'
import { createNotifier, deleteNotifier, unmaskNotifier, updateNotifier } from './device-notifiers.ts'
import { deviceAvailability, pageOnline } from './device-online.reads.ts'
import { pageDeviceUsers, pageNotifiers, selectDeviceUsers } from './device-people.reads.ts'
import { addDeviceUsers, removeDeviceUser } from './device-users.ts'
import { deviceValueHistory, deviceValues } from './device-values.reads.ts'
import { deviceImportVerbs, devicePresetImportVerbs } from './import-devices.ts'
import { locateDevice } from './locate-device.ts'
import { moveDevices } from './move-devices.ts'
import { replaceDevice } from './replace-device.ts'
import { scrapDevice } from './scrap-device.ts'
import { setDeviceEnabled } from './set-device-enabled.ts'
import { tagDevices } from './tag-devices.ts'
import { unbindDevices } from './unbind-devices.ts'
import { updateDevice } from './update-device.ts'

export const deviceRoutes = [
  ...bind(endpoints.device, {
    page: pageDevices,
    detail: deviceDetail,
    select: selectDevices,
    labels: deviceLabels,
    create: createDevice,
    update: updateDevice,
    del: deleteDevice,
    forbidden: setDeviceEnabled,
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
    del: deleteDevice,
    export: exportStock,
    ...devicePresetImportVerbs,
    assign: assignDevices,
  }),
  ...bind(endpoints.deviceUser, {
    page: pageDeviceUsers,
    select: selectDeviceUsers,
    add: addDeviceUsers,
    del: removeDeviceUser,
  }),
  ...bind(endpoints.deviceNotifier, {
    page: pageNotifiers,
    create: createNotifier,
    update: updateNotifier,
    del: deleteNotifier,
    unmask: unmaskNotifier,
  }),
]
