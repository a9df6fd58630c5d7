import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { callerPasswordsOf, setCallerPasswords, showCallerPasswords } from './caller-passwords.ts'
import {
  createProjectNotifier,
  removeProjectNotifier,
  orderCalls,
  unmaskProjectNotifier,
  updateProjectNotifier,
} from './project-notifier.verbs.ts'
import { accountsToNotify, pageProjectNotifiers } from './project-notifier.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectNotifierRoutes = bind(endpoints.projectNotifier, {
  page: pageProjectNotifiers,
  create: createProjectNotifier,
  update: updateProjectNotifier,
  remove: removeProjectNotifier,
  phoneSeq: orderCalls,
  unmask: unmaskProjectNotifier,
  passwords: callerPasswordsOf,
  setPasswords: setCallerPasswords,
  showPasswords: showCallerPasswords,
  accounts: accountsToNotify,
})

export const projectNotifierFeature: Feature = { name: 'project-notifier', routes: () => projectNotifierRoutes }
