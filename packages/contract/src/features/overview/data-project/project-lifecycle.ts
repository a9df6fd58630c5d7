import type { EnumValue } from '../../../enums.ts'

type Lifecycle = EnumValue<'projectLifecycle'>

/** The statuses of each part of a project's life. A stopped project is `stopped` in any status. */
export const lifecycleStatuses: Readonly<Record<Exclude<Lifecycle, 'stopped'>, readonly EnumValue<'projectStatus'>[]>> = {
  open: ['uninstall', 'installing'],
  completed: ['maintenance', 'overmaintenance'],
}
