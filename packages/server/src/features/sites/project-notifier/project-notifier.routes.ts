import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { callerPasswordsOf, setCallerPasswords, showCallerPasswords } from './caller-passwords.ts'
import { createProjectNotifier } from './create-project-notifier.ts'
import { deleteProjectNotifier } from './delete-project-notifier.ts'
import { orderCalls } from './order-calls.ts'
import { accountsToTell, pageProjectNotifiers } from './project-notifier.reads.ts'
import { unmaskProjectNotifier } from './unmask-project-notifier.ts'
import { updateProjectNotifier } from './update-project-notifier.ts'

export const projectNotifierRoutes = bind(endpoints.projectNotifier, {
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
