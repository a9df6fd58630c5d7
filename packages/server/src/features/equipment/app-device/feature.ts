import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { findByCode, heardSince } from './app-device.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const appDeviceRoutes = bind(endpoints.appDevice, { find: findByCode, heard: heardSince })

export const appDeviceFeature: Feature = {
  name: 'app-device',
  routes: () => appDeviceRoutes,
}
