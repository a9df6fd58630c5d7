import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProvider } from './create-provider.ts'
import { deleteProvider } from './delete-provider.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { readBalance } from './read-balance.ts'
import { setProviderEnabled } from './set-provider-enabled.ts'
import { testProvider } from './test-provider.ts'
import { updateProvider } from './update-provider.ts'

export const notifyProviderRoutes = bind(endpoints.notifyProvider, {
  page: pageProviders,
  create: createProvider,
  update: updateProvider,
  del: deleteProvider,
  forbidden: setProviderEnabled,
  test: testProvider,
  balance: readBalance,
  channels: channelStates,
})
