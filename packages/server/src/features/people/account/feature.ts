import type { Feature } from '../../../platform/feature.ts'
import { accountExport } from './account.reads.ts'
import { accountRoutes, customerAccountRoutes } from './account.routes.ts'
import { accountImport } from './import-accounts.ts'

export const accountFeature: Feature = {
  name: 'account',
  routes: () => [...accountRoutes, ...customerAccountRoutes],
  exports: { account: accountExport },
  imports: { account: accountImport },
}
