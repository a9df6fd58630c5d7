import { endpoints } from '@emberwatch/contract'
import type { Feature } from '../../../platform/feature.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pushKey } from './push.reads.ts'
import { registerPush } from './register-push.ts'
import { unregisterPush } from './unregister-push.ts'

const pushRoutes = bind(endpoints.push, { key: pushKey, register: registerPush, unregister: unregisterPush })

export const pushFeature: Feature = { name: 'push', routes: () => pushRoutes }
