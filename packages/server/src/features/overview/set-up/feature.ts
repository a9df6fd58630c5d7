import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { confirmBackup, hideSetUp } from './set-up.verbs.ts'
import { setUpState } from './set-up.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const setUpRoutes = bind(endpoints.setUp, { state: setUpState, hide: hideSetUp, confirmBackup })

export const setUpFeature: Feature = { name: 'set-up', routes: () => setUpRoutes }
