import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { findByCode, heardSince } from './app-device.reads.ts'

export const appDeviceRoutes = bind(endpoints.appDevice, { find: findByCode, heard: heardSince })
