import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './project-person.zh.ts'

export const texts: WithOnes<typeof zh> = {
  title: 'People',
  create: 'Add a person',
  edit: 'Edit person',
  deleteHint: 'Taken off this project; the log keeps who it was.',
  views: { expiring: 'Certificate expired or about to' },
  certificate: 'Certificate',
  unmask: 'Show the phone in full',
  unmaskOf: 'Show the phone of {{name}} in full',
  masked: 'Hidden now; stays as it is when left empty',
  expiry: {
    left: '{{count}} days left',
    left_one: '{{count}} day left',
    today: 'Last day today',
    over: 'Expired {{count}} days ago',
    over_one: 'Expired {{count}} day ago',
  },
  form: {
    organisation: 'E.g. the property manager, the service company, the fire station',
    certificate: 'E.g. the number of the operator’s certificate',
  },
}
