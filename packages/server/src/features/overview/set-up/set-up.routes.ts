import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { confirmBackup } from './confirm-backup.ts'
import { hideSetUp } from './hide-set-up.ts'
import { setUpState } from './set-up.reads.ts'

export const setUpRoutes = bind(endpoints.setUp, { state: setUpState, hide: hideSetUp, confirmBackup })
