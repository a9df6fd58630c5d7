import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './fault.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Device, gateway, room or project',
  fault: 'Fault',
  place: 'Place',
  test: 'Test',
  gatewayItself: 'The gateway itself',
  unregistered: 'Unregistered: {{code}}',
  noProject: 'No project',
  repeats: '{{count}} more, the last at {{time}}',
  views: { open: 'Open', pending: 'Pending', processing: 'In repair', solved: 'Solved' },
  solve: {
    action: 'Mark as solved',
    selected: 'Mark selected as solved',
    title: 'Mark “{{name}}” as solved?',
    titleMany: 'Mark {{count}} faults as solved?',
    titleMany_one: 'Mark {{count}} fault as solved?',
    hint: 'If the fault is still there, the next report raises it again.',
    done: 'Marked as solved',
    already: 'This fault is already solved',
  },
}
