import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { approveTask, enableTask } from './upgrade-task-start.verbs.ts'
import {
  choicesOfTask,
  previewTask,
  companiesOf,
  targetTypes,
  targetVersions,
  taskStates,
  upgradableModels,
} from './upgrade-choices.reads.ts'
import { completeTask, disableTask, resumeTask, suspendTask, terminateTask } from './upgrade-task-control.verbs.ts'
import { deleteTask, rollBack, saveTask } from './upgrade-task.verbs.ts'
import { retryDevices, skipDevices } from './upgrade-device.verbs.ts'
import { exportDevices, pageDevices, upgradeDeviceExport } from './upgrade-device.reads.ts'
import { pageTasks, taskDetail } from './upgrade-task.reads.ts'
import type { Feature } from '../../../platform/feature.ts'
import { registerFirmwareFile } from './firmware-file.http.ts'
import { createUpgradeEngine } from './upgrade-engine.ts'
import { createUpgradePublisher } from './upgrade-publisher.ts'

const upgradeRoutes = [
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

export const upgradeFeature: Feature = {
  name: 'upgrade',
  routes: () => upgradeRoutes,
  exports: { upgradeDevice: upgradeDeviceExport },
  services: ({ ctx, broker, notifications, log }) => [
    { roles: ['ingest'], run: createUpgradePublisher({ ctx, broker, notifications, log }) },
    { roles: ['jobs'], run: createUpgradeEngine({ ctx, notifications, log }) },
  ],
  http: registerFirmwareFile,
  liveKinds: ['upgrade'],
}
