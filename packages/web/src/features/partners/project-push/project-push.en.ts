import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './project-push.zh.ts'

export const texts: WithOnes<typeof zh> = {
  create: 'New project push',
  edit: 'Edit project push',
  keyword: 'Project name',
  columns: { project: 'Project', endpoint: 'Endpoint', events: 'Events', filter: 'Devices', state: 'State', last: 'Last push' },
  allEvents: 'all that the endpoint takes',
  allDevices: 'all devices',
  never: 'nothing yet',
  removeHint: 'What is waiting is not sent. The delivery log stays on the page of the endpoint.',
  form: {
    endpoint: 'Endpoints of the project’s company and of the companies above it.',
    events: 'Empty: all that the endpoint takes.',
    models: 'Only events of devices of these models, in addition to the devices below. Both empty: all devices.',
    devices:
      'Only events of these devices. Alarms of devices that are not registered are always pushed; gateways and orders are not filtered.',
    delay: 'Seconds between an event and its push, 0 to 3600.',
    start: 'What happens from now on is pushed.',
  },
}
