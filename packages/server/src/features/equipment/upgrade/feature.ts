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
import { removeTask, rollBack, saveTask } from './upgrade-task.verbs.ts'
import { retryDevices, skipDevices } from './upgrade-device.verbs.ts'
import { exportDevices, pageDevices, upgradeDeviceExport } from './upgrade-device.reads.ts'
import { pageTasks, taskDetail } from './upgrade-task.reads.ts'
import type { Feature } from '../../../platform/feature.ts'
import { registerFirmwareFile } from './firmware-file.http.ts'
import { createUpgradeEngine } from './upgrade-engine.ts'
import { createUpgradePublisher } from './upgrade-publisher.ts'

/** A round may advance many tasks. */
const longestRoundMs = 5 * 60_000

const upgradeRoutes = [
  ...bind(endpoints.upgradeTask, {
    page: pageTasks,
    detail: taskDetail,
    save: saveTask,
    delete: removeTask,
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
  services: ({ ctx, broker, notifications, log }) => {
    const publisher = createUpgradePublisher({ ctx, broker, notifications, log })
    const engine = createUpgradeEngine({ ctx, notifications, log })
    return [
      {
        roles: ['ingest'],
        run: publisher,
        health: { commands: () => (publisher.isWorking() ? null : 'upgrades are not offered') },
      },
      {
        roles: ['jobs'],
        run: engine,
        health: { commands: () => (engine.isWorking(longestRoundMs) ? null : 'upgrades do not go on') },
      },
    ]
  },
  http: registerFirmwareFile,
  liveKinds: ['upgrade'],
}
