import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { callerPasswordsOf, setCallerPasswords, showCallerPasswords } from './caller-passwords.ts'
import {
  createProjectNotifier,
  deleteProjectNotifier,
  orderCalls,
  unmaskProjectNotifier,
  updateProjectNotifier,
} from './project-notifier.verbs.ts'
import { accountsToTell, pageProjectNotifiers } from './project-notifier.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectNotifierRoutes = bind(endpoints.projectNotifier, {
  page: pageProjectNotifiers,
  create: createProjectNotifier,
  update: updateProjectNotifier,
  del: deleteProjectNotifier,
  phoneSeq: orderCalls,
  unmask: unmaskProjectNotifier,
  passwords: callerPasswordsOf,
  setPasswords: setCallerPasswords,
  showPasswords: showCallerPasswords,
  accounts: accountsToTell,
})

export const projectNotifierFeature: Feature = { name: 'project-notifier', routes: () => projectNotifierRoutes }
