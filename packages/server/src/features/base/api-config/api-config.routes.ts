import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportConfigs, listCalls, pageConfigs } from './api-config.reads.ts'
import { createConfig } from './create-config.ts'
import { createPlatform } from './create-platform.ts'
import { deleteConfig } from './delete-config.ts'
import { deletePlatform } from './delete-platform.ts'
import { exportPlatforms, pagePlatforms } from './operator-platform.reads.ts'
import { updateConfig } from './update-config.ts'
import { updatePlatform } from './update-platform.ts'

export const apiConfigRoutes = bind(endpoints.apiConfig, {
  page: pageConfigs,
  calls: listCalls,
  create: createConfig,
  update: updateConfig,
  del: deleteConfig,
  export: exportConfigs,
})

export const operatorPlatformRoutes = bind(endpoints.operatorPlatform, {
  page: pagePlatforms,
  create: createPlatform,
  update: updatePlatform,
  del: deletePlatform,
  export: exportPlatforms,
})
