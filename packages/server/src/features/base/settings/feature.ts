import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { consoleAddresses, findSettings, passwordRules } from './settings.reads.ts'
import { updateSettings } from './update-settings.ts'
import type { Feature } from '../../../platform/feature.ts'

const settingsRoutes = bind(endpoints.settings, {
  find: findSettings,
  update: updateSettings,
  password: passwordRules,
  addresses: consoleAddresses,
})

export const settingsFeature: Feature = { name: 'settings', routes: () => settingsRoutes }
