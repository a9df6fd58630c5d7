import { endpoints } from '@emberwatch/contract'
import type { Feature } from '../../../platform/feature.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pushKey } from './push-reach.ts'
import { registerPush, unregisterPush } from './push.verbs.ts'

const pushRoutes = bind(endpoints.push, { key: pushKey, register: registerPush, unregister: unregisterPush })

export const pushFeature: Feature = { name: 'push', routes: () => pushRoutes }
