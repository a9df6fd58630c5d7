import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportConfigs, listCalls, pageConfigs, apiConfigExport } from './api-config.reads.ts'
import { createConfig, removeConfig, updateConfig } from './api-config.verbs.ts'
import { createPlatform, removePlatform, updatePlatform } from './operator-platform.verbs.ts'
import { exportPlatforms, pagePlatforms, operatorPlatformExport } from './operator-platform.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const apiConfigRoutes = bind(endpoints.apiConfig, {
  page: pageConfigs,
  calls: listCalls,
  create: createConfig,
  update: updateConfig,
  remove: removeConfig,
  export: exportConfigs,
})

const operatorPlatformRoutes = bind(endpoints.operatorPlatform, {
  page: pagePlatforms,
  create: createPlatform,
  update: updatePlatform,
  remove: removePlatform,
  export: exportPlatforms,
})

export const apiConfigFeature: Feature = {
  name: 'api-config',
  routes: () => [...apiConfigRoutes, ...operatorPlatformRoutes],
  exports: { apiConfig: apiConfigExport, operatorPlatform: operatorPlatformExport },
}
