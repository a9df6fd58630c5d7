import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { approveTask } from './approve-task.ts'
import { choicesOfTask } from './choices-of-task.ts'
import { completeTask } from './complete-task.ts'
import { deleteTask } from './delete-task.ts'
import { disableTask } from './disable-task.ts'
import { enableTask } from './enable-task.ts'
import { previewTask } from './preview-task.ts'
import { resumeTask } from './resume-task.ts'
import { retryDevices } from './retry-device.ts'
import { rollBack } from './roll-back.ts'
import { saveTask } from './save-task.ts'
import { skipDevices } from './skip-device.ts'
import { suspendTask } from './suspend-task.ts'
import { terminateTask } from './terminate-task.ts'
import { exportDevices, pageDevices } from './upgrade-device.reads.ts'
import { pageTasks, taskDetail } from './upgrade-task.reads.ts'
import { companiesOf, targetTypes, targetVersions, taskStates, upgradableModels } from './version-common.reads.ts'

export const upgradeRoutes = [
  ...bind(endpoints.upgradeTask, {
    page: pageTasks,
    detail: taskDetail,
    save: saveTask,
    delete: deleteTask,
    enable: enableTask,
    disable: disableTask,
    approve: approveTask,
    suspend: suspendTask,
    resume: resumeTask,
    complete: completeTask,
    terminate: terminateTask,
    preview: previewTask,
    choices: choicesOfTask,
  }),
  ...bind(endpoints.upgradeDevice, {
    page: pageDevices,
    export: exportDevices,
    retry: retryDevices,
    skip: skipDevices,
    rollBack,
  }),
  ...bind(endpoints.versionCommon, {
    state: taskStates,
    targetType: targetTypes,
    model: upgradableModels,
    targetVersion: targetVersions,
    distributor: companiesOf('distributor'),
    agentOne: companiesOf('agent_one'),
    agentTwo: companiesOf('agent_two'),
  }),
]
