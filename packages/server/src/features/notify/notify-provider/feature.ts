import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProvider, removeProvider, readBalance, setProviderEnabled, updateProvider } from './notify-provider.verbs.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { testProvider } from './test-provider.ts'
import type { Feature } from '../../../platform/feature.ts'
import { sendingService } from './watch-sending.ts'

const notifyProviderRoutes = bind(endpoints.notifyProvider, {
  page: pageProviders,
  create: createProvider,
  update: updateProvider,
  remove: removeProvider,
  setEnabled: setProviderEnabled,
  test: testProvider,
  balance: readBalance,
  channels: channelStates,
})

/** The dispatcher and the callbacks of providers belong to `notification`, because a person who is called takes the alarm over there. */
export const notifyProviderFeature: Feature = {
  name: 'notify-provider',
  routes: () => notifyProviderRoutes,
  services: ({ notifyingCtx, log }) => [sendingService(notifyingCtx, log)],
}
