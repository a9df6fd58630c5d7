import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './project-person.zh.ts'

export const texts: WithOnes<typeof zh> = {
  title: 'Fire safety contacts',
  create: 'Add a person',
  edit: 'Edit person',
  deleteHint: 'The contact is removed from this project; the log still shows who it was.',
  views: { expiring: 'Certificate expired or about to expire' },
  certificate: 'Certificate',
  masked: 'Hidden; leave empty to keep it unchanged',
  expiry: {
    left: '{{count}} days left',
    left_one: '{{count}} day left',
    today: 'Expires today',
    over: 'Expired {{count}} days ago',
    over_one: 'Expired {{count}} day ago',
  },
  form: {
    organisation: 'E.g. the property manager, the service company, the fire station',
    certificate: 'E.g. number of the operator’s certificate',
  },
}
